import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
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

test('no platform reads a control character or half of a surrogate pair as part of a name', () => {
  const asTags = ALL_PLATFORMS.flatMap(({ kinds = {} }) => Object.values(kinds).flatMap(({ handles }) => handles))
  const forms = [...asTags, ...ALL_PLATFORMS.flatMap(({ handles }) => handles), '#bread', 'search/bread']
  for (const platform of ALL_PLATFORMS)
    for (const form of forms)
      for (const bad of ['\0', '\x07', '\x7f', '\u0085', '%00', '%07', '%7F', '%C2%85', '\ud83c', '\udf5e']) {
        const [middle, end] = [`${form.slice(0, -1)}${bad}${form.slice(-1)}`, `${form}${bad}x`]
        for (const text of [middle, end]) {
          const handle = knownHandle(platform, text)
          assert.ok(
            handle === undefined || (handle.isWellFormed() && !/\p{Cc}/u.test(handle)),
            `${platform.id} ${JSON.stringify(text)}`,
          )
        }
      }
})

test('refuses half of a surrogate pair and a zero byte in tags and searches', () => {
  const cases = [
    ['tumblr', '#\ud83c'],
    ['tumblr', '#bread\udf5e'],
    ['youtube', 'search/\0x'],
    ['youtube', 'https://www.youtube.com/results?search_query=%00x'],
    ['wordpress', 'https://blog.example/search/%00'],
  ]
  for (const [id, text = ''] of cases) {
    const platform = ALL_PLATFORMS.find((each) => each.id === id)
    assert.ok(platform)
    assert.equal(knownHandle(platform, text), undefined, `${id} ${JSON.stringify(text)}`)
  }
})
