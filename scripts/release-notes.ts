// node scripts/release-notes.ts NUMBER [--base URL]: prints the part of CHANGELOG.md for a version, for its release page. Makes
// links into the repository absolute with the base, because that page has another URL.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { notesOf } from './release/changelog.ts'

const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true })
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
process.stdout.write(`${notesOf(changelog, positionals[0] ?? '', values.base)}\n`)
