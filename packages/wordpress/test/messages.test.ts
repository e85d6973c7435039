import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** Codes of errors that only the plugin raises. */
const OWN_CODES = [
  ...['blocked_here', 'not_set_up', 'key_unreadable', 'table_missing', 'not_recognized'],
  ...['too_many_calls', 'too_many_shown'],
]

test('the kit has the documented message for every code', () => {
  const documented = JSON.parse(read('../../../docs/samples/messages.json')) as Readonly<Record<string, string>>
  const source = read('../plugin/includes/class-messages.php')
  const messages = [...source.matchAll(/case '(?<code>\w+)':\s+return __\( '(?<text>.+)', 'central-posts' \);/g)].map(
    ({ groups }) => [groups?.code ?? '', groups?.text?.replaceAll("\\'", "'")] as const,
  )
  assert.deepEqual(
    messages.filter(([code]) => !OWN_CODES.includes(code)),
    Object.entries(documented),
  )
})
