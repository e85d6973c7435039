import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../platforms/sandbox/sandbox.ts'
import { knownHandle } from './known-handles.ts'

/** A platform of its own, with the texts that it was asked to read. */
const watched = (name: string) => {
  const read: string[] = []
  const canonicalize = (text: string) => {
    read.push(text)
    return text.startsWith('@') ? `${name}:${text.slice(1)}` : undefined
  }
  return { read, platform: { ...sandbox, canonicalize } }
}

test('a text is read once, and for each platform by itself', () => {
  const [one, other] = [watched('one'), watched('other')]
  for (let n = 0; n < 3; n += 1) {
    assert.equal(knownHandle(one.platform, '@demo'), 'one:demo')
    assert.equal(knownHandle(other.platform, '@demo'), 'other:demo')
  }
  assert.deepEqual([one.read, other.read], [['@demo'], ['@demo']])
})

test('what is no handle is read anew, and a long text is not kept', () => {
  const { read, platform } = watched('one')
  const long = `@${'a'.repeat(300)}`
  for (let n = 0; n < 2; n += 1) {
    assert.equal(knownHandle(platform, 'demo'), undefined)
    assert.equal(knownHandle(platform, long), `one:${long.slice(1)}`)
  }
  assert.equal(read.filter((text) => text === 'demo').length, read.filter((text) => text === long).length * 2)
  assert.equal(read.filter((text) => text === long).length, 2)
})
