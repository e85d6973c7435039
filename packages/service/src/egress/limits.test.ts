import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LIMITS } from './limits.ts'

test('the documentation lists every limit with its number, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/operate/egress.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| `(?<name>[A-Za-z]+)` \| (?<value>[\d,]+) \|/gm)
  const documented = [...rows].map(({ groups }) => [groups?.name, Number(groups?.value?.replaceAll(',', ''))])
  assert.deepEqual(Object.fromEntries(documented), LIMITS)
})
