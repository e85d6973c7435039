import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostName } from './host-name.ts'

test('returns the one form of a host name, and undefined for anything else', () => {
  const cases: readonly [string, string | undefined][] = [
    ['Social.EXAMPLE', 'social.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-b.c0.example', 'a-b.c0.example'],
    ['localhost', undefined],
    ['192.0.2.1', undefined],
    ['0x7f.1', undefined],
    ['[::1]', undefined],
    ['social.example.', undefined],
    ['social..example', undefined],
    ['-a.example', undefined],
    ['a_b.example', undefined],
    ['a.example:8443', undefined],
    ['a.example/x', undefined],
    ['u@a.example', undefined],
    ['a.\u200bexample', undefined],
    [`${'a.'.repeat(130)}example`, undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    ['', undefined],
  ]
  for (const [text, host] of cases) assert.equal(hostName(text), host, text)
})
