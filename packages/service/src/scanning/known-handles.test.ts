import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../platforms/sandbox/sandbox.ts'
import { knownHandle } from './known-handles.ts'

/** A platform that records the texts it was called with. */
const recording = (name: string) => {
  const read: string[] = []
  const canonicalize = (text: string) => {
    read.push(text)
    return text.startsWith('@') ? `${name}:${text.slice(1)}` : undefined
  }
  return { read, platform: { ...sandbox, canonicalize } }
}

test('reads a text once per platform', () => {
  const [one, other] = [recording('one'), recording('other')]
  for (let n = 0; n < 3; n += 1) {
    assert.equal(knownHandle(one.platform, '@demo'), 'one:demo')
    assert.equal(knownHandle(other.platform, '@demo'), 'other:demo')
  }
  assert.deepEqual([one.read, other.read], [['@demo'], ['@demo']])
})

test('reads a text without a handle again, and does not cache a long text', () => {
  const { read, platform } = recording('one')
  const long = `@${'a'.repeat(300)}`
  for (let n = 0; n < 2; n += 1) {
    assert.equal(knownHandle(platform, 'demo'), undefined)
    assert.equal(knownHandle(platform, long), `one:${long.slice(1)}`)
  }
  assert.equal(read.filter((text) => text === 'demo').length, read.filter((text) => text === long).length * 2)
  assert.equal(read.filter((text) => text === long).length, 2)
})
