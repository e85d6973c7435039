import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import zlib from 'node:zlib'
import { exposeCollector } from './collector.ts'
import { gzipOnThread, onThread, takeOut } from './on-thread.ts'

const ROOM = 128 * 1024
const gunzipOnThread = onThread<zlib.ZlibOptions>(zlib.gunzip)

describe('what is taken out', () => {
  const cases: Readonly<Record<string, readonly Buffer[]>> = {
    'of the beginning of a room': [Buffer.alloc(ROOM, 'a').subarray(0, 1_000)],
    'of a room, in pieces from end to end': ((room) => [room.subarray(0, 10), room.subarray(10, 900)])(
      Buffer.alloc(ROOM, 'b'),
    ),
    'of a room, with a hole': ((room) => [room.subarray(0, 10), room.subarray(20, 900)])(Buffer.alloc(ROOM, 'c')),
    'of a room, from behind its beginning': [Buffer.alloc(ROOM, 'd').subarray(5, 90_000)],
    'of two rooms': [Buffer.alloc(ROOM, 'e'), Buffer.alloc(ROOM, 'f').subarray(0, 10)],
  }
  for (const [name, pieces] of Object.entries(cases)) {
    test(`${name} is the same bytes`, () => {
      const bytes = Buffer.concat(pieces)
      assert.deepEqual(takeOut(pieces), bytes)
    })
  }

  test('has memory of its own, and the room is given back', () => {
    const room = Buffer.alloc(ROOM, 'a')
    const out = takeOut([room.subarray(0, 10), room.subarray(10, 70_000)])
    assert.deepEqual([out.length, out.buffer.byteLength, room.length], [70_000, 70_000, 0])
  })

  test('is left where it is when others may be there, too', () => {
    const pooled = Buffer.from('pooled')
    assert.equal(takeOut([pooled]), pooled)
    const [one, other] = [Buffer.from('one'), Buffer.from('other')]
    assert.equal(String(takeOut([one, other])), 'oneother')
    assert.deepEqual([String(one), String(other)], ['one', 'other'])
    assert.equal(takeOut([]).length, 0)
  })
})

test('what cannot be worked on is refused with the reason of zlib', async () => {
  await assert.rejects(gunzipOnThread(Buffer.from('no gzip'), {}), { code: 'Z_DATA_ERROR' })
})

test('what was worked on is gone with the next collection of young garbage', async () => {
  const collect = exposeCollector()
  const plain = Buffer.from(randomBytes(100_000).toString('hex'))
  const work = async () => {
    const compressed = await gzipOnThread(Buffer.concat([plain]), { chunkSize: ROOM })
    assert.equal(compressed.buffer.byteLength, compressed.length)
    assert.ok(plain.equals(takeOut([await gunzipOnThread(compressed, { chunkSize: plain.length + 1 })])))
  }
  const held = async (type: 'minor' | 'major') => {
    for (let n = 0; n < 3; n += 1) {
      collect({ type })
      // What a collection has found is given back by a thread beside it.
      for (let turn = 0; turn < 10; turn += 1) await nextRound()
    }
    return process.memoryUsage().arrayBuffers
  }
  await work()
  const before = await held('major')
  for (let n = 0; n < 20; n += 1) await work()
  const kept = (await held('minor')) - before
  assert.ok(kept < plain.length, `${kept} bytes are kept`)
})
