import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { readFrames, writeFrame } from './frames.ts'

const LIMITS = { headBytes: 100, bodyBytes: 1_000 }

const FRAMES = [
  { head: { width: 320 }, body: Buffer.alloc(1_000, 7) },
  { head: null, body: Buffer.alloc(0) },
  { head: { text: 'ä' }, body: Buffer.from('{"a":1}') },
]

const written = async (): Promise<Buffer> => {
  const pipe = new PassThrough()
  for (const { head, body } of FRAMES) writeFrame(pipe, head, body)
  pipe.end()
  return buffer(pipe)
}

test('frames come out as they went in, however the pipe cuts them', async () => {
  const bytes = await written()
  for (const size of [1, 3, 7, 8, 9, 64, 1_003, bytes.length]) {
    const frames: { head: unknown; body: Buffer }[] = []
    const read = readFrames(LIMITS, (head, body) => frames.push({ head, body: Buffer.from(body) }))
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
    assert.deepEqual(frames, FRAMES, `${size}`)
  }
})

test('a frame that is longer than the limits, or has no JSON, is an error before its body has come', () => {
  const frame = (head: string, headLength: number, bodyLength: number) => {
    const prefix = Buffer.alloc(8)
    prefix.writeUInt32BE(headLength, 0)
    prefix.writeUInt32BE(bodyLength, 4)
    return Buffer.concat([prefix, Buffer.from(head)])
  }
  const read = () => readFrames(LIMITS, () => assert.fail('a frame'))
  assert.throws(() => read()(frame('', 101, 0)), RangeError)
  assert.throws(() => read()(frame('{}', 2, 1_001)), RangeError)
  assert.throws(() => read()(frame('{', 1, 0)), SyntaxError)
})
