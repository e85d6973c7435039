import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LABEL_PATTERN } from './label.ts'

const isLabel = (text: string) => new RegExp(LABEL_PATTERN, 'u').test(text)

test('a label is one line that is read as it is written', () => {
  for (const text of ['Main', 'Ünï ☕', '👨‍👩‍👧', 'حساب', 'a b', '1'.repeat(100)]) assert.ok(isLabel(text), text)
  for (const text of [
    '',
    ' ',
    '   ',
    'a\u0000b',
    'a\nb',
    '\u001b[31m',
    '\u202egnp',
    'a\u2066b',
    'a\u2028b',
    'a\ud83d',
    '1'.repeat(101),
  ])
    assert.ok(!isLabel(text), JSON.stringify(text))
})
