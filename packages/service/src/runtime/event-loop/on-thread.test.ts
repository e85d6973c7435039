import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import zlib from 'node:zlib'
import { exposeCollector } from './collector.ts'
import { gzipOnThread, onThread } from './on-thread.ts'
import { joinZlibOutput } from './owned-bytes.ts'

const CHUNK = 128 * 1024
const gunzipOnThread = onThread<zlib.ZlibOptions>(zlib.gunzip)

test('rejects with the error of zlib', async () => {
  await assert.rejects(gunzipOnThread(Buffer.from('no gzip'), {}), { code: 'Z_DATA_ERROR' })
})

test('minor collections free what the work has used', async () => {
  const collect = exposeCollector()
  const plain = Buffer.from(randomBytes(100_000).toString('hex'))
  const work = async () => {
    const compressed = await gzipOnThread(Buffer.concat([plain]), { chunkSize: CHUNK })
    assert.equal(compressed.buffer.byteLength, compressed.length)
    assert.ok(plain.equals(joinZlibOutput([await gunzipOnThread(compressed, { chunkSize: plain.length + 1 })])))
  }
  const bytesAfter = async (type: 'minor' | 'major') => {
    for (let n = 0; n < 3; n += 1) {
      collect({ type })
      // A background thread of V8 frees what the collection found.
      for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration()
    }
    return process.memoryUsage().arrayBuffers
  }
  await work()
  const before = await bytesAfter('major')
  for (let n = 0; n < 20; n += 1) await work()
  // On a busy machine that thread is late. What is kept stays kept, however often this looks.
  let kept = Number.POSITIVE_INFINITY
  for (let looks = 0; looks < 100 && kept >= plain.length; looks += 1) kept = (await bytesAfter('minor')) - before
  assert.ok(kept < plain.length, `${kept} bytes are kept`)
})
