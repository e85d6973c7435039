import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { HIDDEN_WORDS } from '../scripts/identity.ts'

const PLUGIN = fileURLToPath(new URL('../plugin', import.meta.url))
/** Names in a visitor's browser: file names, and names in HTML, styles and scripts. */
const NAME = /\bcentral-posts(?:-[a-z]+)+|\bis-[a-z]+|data-[a-z]+/g

const files = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
const namesIn = (text: string): readonly string[] => text.match(NAME) ?? []
const blockedNames = (names: readonly string[]) =>
  names.filter((name) => name.split(/[^a-z]+/).some((word) => HIDDEN_WORDS.test(word)))

test('no file, handle, class or attribute of the kit has a name that ad blockers hide', () => {
  const names = files.flatMap((file) => namesIn(readFileSync(join(PLUGIN, file), 'utf8')))
  assert.ok(new Set(names).size > 40)
  assert.deepEqual(blockedNames([...new Set(names), ...files]), [])
})

test('the check finds such names', () => {
  const names = namesIn('<p class="central-posts-share is-banner" data-track="1">central-posts-loads shareholder</p>')
  assert.deepEqual(blockedNames([...names, 'block/social.js']), [
    'central-posts-share',
    'is-banner',
    'data-track',
    'block/social.js',
  ])
})
