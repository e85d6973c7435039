// npm run set:version NUMBER: sets the version in every file that contains it, and moves the unreleased changes of the
// changelog below it. With --check it writes nothing, and fails if a file has another version.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { moveUnreleased, notesOf } from './release/changelog.ts'
import { VERSION, withVersion } from './release/version-places.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USAGE = 'Usage: npm run set:version NUMBER [-- --check], where NUMBER is a version, such as 1.1.0.'

/** Writes all files or none. Returns the written paths. */
export const setVersion = (root: string, version: string, date: string): readonly string[] => {
  const changelog = join(root, 'CHANGELOG.md')
  const moved = moveUnreleased(readFileSync(changelog, 'utf8'), version, date)
  const files = withVersion(root, version)
  for (const { path, text } of files) writeFileSync(join(root, path), text)
  writeFileSync(changelog, moved)
  return [...files.map(({ path }) => path), 'CHANGELOG.md']
}

/** A message for each file without the version. */
export const otherVersions = (root: string, version: string): readonly string[] => {
  const files = withVersion(root, version).flatMap(({ path, found }) => {
    const others = [...new Set(found)].filter((each) => each !== version)
    return others.length === 0 ? [] : [`${path} carries ${others.join(' and ')}, not ${version}.`]
  })
  try {
    notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
    return files
  } catch (error) {
    return [...files, (error as Error).message]
  }
}

/** The errors; empty on success. */
const run = (version: string, isCheck: boolean): readonly string[] => {
  if (isCheck) return otherVersions(ROOT, version)
  try {
    const written = setVersion(ROOT, version, new Date().toISOString().slice(0, 10))
    process.stdout.write(written.map((path) => `Wrote ${path}\n`).join(''))
    return []
  } catch (error) {
    return [(error as Error).message, 'Nothing was changed.']
  }
}

const main = (version = '', isCheck = false): void => {
  const isVersion = VERSION.test(version)
  const faults = isVersion ? run(version, isCheck) : [USAGE]
  if (faults.length === 0) return
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = isVersion ? 1 : 2
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
  main(positionals[0], values.check)
}
