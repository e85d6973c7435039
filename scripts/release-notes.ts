// node scripts/release-notes.ts NUMBER [--base URL]: what CHANGELOG.md says of a version, for the page of its release. Links into
// the repository are made absolute below the base, since that page is at another address.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { notesOf } from './release/changelog.ts'

const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true })
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
process.stdout.write(`${notesOf(changelog, positionals[0] ?? '', values.base)}\n`)
