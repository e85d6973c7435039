// npm run docs: writes the documents that are made from the code. With --check it writes nothing, and fails when one of
// them is not what the code says.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { adminApiDocument } from './docs/admin-api.ts'
import { clientTypes } from './docs/client-types.ts'
import type { GeneratedDocument } from './docs/document.ts'
import { errorsDocument } from './docs/errors.ts'
import { normalizationDocument } from './docs/normalization.ts'
import { platformsDocument } from './docs/platforms.ts'
import { documentsWithSamples } from './docs/samples.ts'
import { selectorSentences } from './docs/selector-sentences.ts'
import { settingsDocument } from './docs/settings.ts'
import { webhooksDocument } from './docs/webhooks.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Every document that is made, a line each. */
export const DOCUMENTS: readonly GeneratedDocument[] = [
  adminApiDocument,
  errorsDocument,
  normalizationDocument,
  platformsDocument,
  settingsDocument,
  webhooksDocument,
  ...clientTypes,
  selectorSentences,
  ...documentsWithSamples,
]

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The documents below `root` that are not what the code says. */
export const outdatedDocuments = (root = ROOT): readonly GeneratedDocument[] =>
  DOCUMENTS.filter(({ path, generate }) => read(join(root, path)) !== generate())

const main = (check: boolean, root = ROOT): void => {
  for (const { path, generate } of outdatedDocuments(root)) {
    if (check) {
      process.stderr.write(`${path} is not what the code says; run: npm run docs\n`)
      process.exitCode = 1
    } else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), generate())
      process.stdout.write(`Wrote ${path}\n`)
    }
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
  main(values.check === true, positionals[0])
}
