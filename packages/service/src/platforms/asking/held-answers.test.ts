import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHeldAnswers } from './held-answers.ts'
import { receiveAnswer } from './receive-answer.ts'

const FRESH_MS = 60_000
const LENGTH = 100_000
const URL_OF_IT = 'https://platform.example/feed'

const receive = (letter: string, headers: Readonly<Record<string, string>> = {}, secrets: readonly string[] = []) =>
  receiveAnswer({ status: 200, url: URL_OF_IT, headers, body: Buffer.alloc(LENGTH, letter) }, secrets)

const create = () => {
  const clock = { at: 0 }
  return { clock, held: createHeldAnswers({ now: () => clock.at, freshMs: FRESH_MS }) }
}

describe('held answers', () => {
  test('are given while they are fresh, and again by a 304, from when on they are fresh anew', () => {
    const { clock, held } = create()
    held.hold('one', receive('a'))
    assert.equal(held.fresh('one')?.text(), 'a'.repeat(LENGTH))
    clock.at = FRESH_MS
    assert.equal(held.fresh('one'), undefined)
    assert.equal(held.again('one')?.text(), 'a'.repeat(LENGTH))
    assert.equal(held.fresh('one')?.status, 200)
    assert.deepEqual([held.fresh('other'), held.again('other')], [undefined, undefined])
  })

  test('are asked for by their validators', () => {
    const { held } = create()
    held.hold('one', receive('a', { etag: '"1"', 'last-modified': 'Sat, 05 Jan 2030 00:00:00 GMT' }))
    held.hold('two', receive('b'))
    assert.deepEqual(held.conditions('one'), {
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 05 Jan 2030 00:00:00 GMT',
    })
    assert.deepEqual([held.conditions('two'), held.conditions('three')], [{}, {}])
  })

  test('hide what signed the call as they did at first', () => {
    const { held } = create()
    held.hold('one', receive('a', {}, ['aaaaa']))
    assert.match(held.fresh('one')?.text() ?? '', /^(?:\[hidden\])+$/)
  })

  test('what was given outlasts what is forgotten, whose memory is given back at once', () => {
    const { held } = create()
    held.hold('first', receive('a'))
    const first = held.fresh('first')
    const answer = receive('b')
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 400; n += 1) held.hold(`later ${n}`, answer)
    assert.ok(process.memoryUsage().arrayBuffers - before < 5_000_000)
    assert.equal(held.fresh('first'), undefined)
    assert.equal(first?.text(), 'a'.repeat(LENGTH))
    assert.equal(held.fresh('later 399')?.text(), 'b'.repeat(LENGTH))
  })
})
