// npm run docs: writes the documents that are made from the code. With --check it writes nothing, and fails when one of
// them is not what the code says.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GeneratedDocument } from './docs/document.ts'
import { errorsDocument } from './docs/errors.ts'
import { settingsDocument } from './docs/settings.ts'

const ROOT = new URL('..', import.meta.url)

/** Every document that is made, a line each. */
export const DOCUMENTS: readonly GeneratedDocument[] = [errorsDocument, settingsDocument]

const fileOf = (path: string): string => fileURLToPath(new URL(path, ROOT))

const read = (path: string): string | undefined => {
  try {
    return readFileSync(fileOf(path), 'utf8')
  } catch {
    return undefined
  }
}

/** The documents that are not what the code says. */
export const outdatedDocuments = (): readonly string[] =>
  DOCUMENTS.filter(({ path, generate }) => read(path) !== generate()).map(({ path }) => path)

const main = (check: boolean): void => {
  const outdated = outdatedDocuments()
  if (check) {
    for (const path of outdated) process.stderr.write(`${path} is not what the code says; run: npm run docs\n`)
    process.exitCode = outdated.length === 0 ? 0 : 1
    return
  }
  for (const { path, generate } of DOCUMENTS) if (outdated.includes(path)) writeFileSync(fileOf(path), generate())
  for (const path of outdated) process.stdout.write(`Wrote ${path}\n`)
}

if (import.meta.main) main(process.argv.includes('--check'))
