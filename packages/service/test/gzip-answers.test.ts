// Gzip feeds that threads parse, through the egress, the response cache and real threads: the result of streams with a wrong length,
// and the next request to the server.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createWalker, type Process, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { LIMITS } from '../src/egress/limits.ts'
import { createEngineThreads, type EngineThreads } from '../src/engine-threads.ts'
import { isApiError } from '../src/errors.ts'
import { rss } from '../src/platforms/rss/rss.ts'
import { LIGHT } from '../src/upstream/requests/weight-of.ts'

const item = (n: number): string => `<item>
  <guid>https://blog.example/${n}</guid><title>Post ${n}</title><link>https://blog.example/${n}</link>
  <pubDate>${new Date(Date.UTC(2030, 0, 15) - n * 3_600_000).toUTCString()}</pubDate>
  <description>${`Number ${n}, once more. `.repeat(100)}</description>
</item>`
const FEED = Buffer.from(
  `<rss version="2.0"><channel><title>Blog</title>${Array.from({ length: 120 }, (_, n) => item(n)).join('')}</channel></rss>`,
)
const GOOD = gzipSync(FEED)
/** The limit for an origin that the operator chose. */
const MAX_BYTES = LIMITS.trustedDecodedBytes

/** The stream with another length in its trailer. */
const telling = (length: number): Buffer => {
  const stream = Buffer.from(GOOD)
  stream.writeUInt32LE(length, stream.length - 4)
  return stream
}
/** Blank lines before the feed in a separate stream, so the trailer of the last one reports less than the total length. */
const inTwoStreams = (length: number): Buffer => Buffer.concat([gzipSync('\n'.repeat(length), { level: 0 }), GOOD])

describe('a gzip feed that a thread parses', { timeout: 120_000 }, () => {
  const stage: { bytes: Buffer; requested: (string | undefined)[] } = { bytes: GOOD, requested: [] }
  const server = createServer(({ headers }, response) => {
    stage.requested.push(headers['if-none-match'])
    const fields = { 'content-type': 'application/rss+xml', 'content-encoding': 'gzip', etag: '"1"' }
    if (headers['if-none-match'] === '"1"') response.writeHead(304, fields).end()
    else response.writeHead(200, fields).end(stage.bytes)
  })
  let threads: EngineThreads
  let walker: Walker

  before(async () => {
    assert.ok(FEED.length > LIGHT.bytes)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    threads = createEngineThreads({ platformFiles: [] }, 1)
    const { port } = server.address() as AddressInfo
    const handle = 'https://blog.example/feed'
    walker = createWalker(rss, {}, { origin: `http://127.0.0.1:${port}`, handle }, { threads: threads.parsing })
  })
  after(async () => {
    await walker.close()
    await threads.close()
    await new Promise((resolve) => server.close(resolve))
  })

  const scan = async (bytes: Buffer, process: Process): Promise<number | string> => {
    stage.bytes = bytes
    try {
      return (await walker.page({ deadlineMs: 60_000 }, process)).posts.length
    } catch (error) {
      return isApiError(error) ? `${error.code}: ${error.message}` : String(error)
    }
  }

  test('is parsed, and parsed again from the cache after a 304', async () => {
    const process = walker.start()
    stage.requested.length = 0
    assert.deepEqual([await scan(GOOD, process), await scan(GOOD, process)], [20, 20])
    assert.deepEqual(stage.requested, [undefined, '"1"'])
  })

  test('is parsed completely if it has several streams', async () => {
    assert.equal(await scan(inTwoStreams(300_000), walker.start()), 20)
  })

  for (const [how, bytes, reported] of [
    ['was cut', GOOD.subarray(0, -1_000), /^platform_error: /],
    ['tells less than it is', telling(LIGHT.bytes + 1), /^platform_error: .*does not decode/],
    ['tells more than it is', telling(FEED.length + 1), /^platform_error: .*does not decode/],
    ['tells more than it may be', telling(MAX_BYTES + 1), /^platform_error: .*could not be reached/],
    ['is more than it may be', inTwoStreams(MAX_BYTES - FEED.length + 1), /^platform_error: .*larger than is allowed/],
  ] as const) {
    test(`that ${how} is only an error, and is requested again completely`, async () => {
      const process = walker.start()
      stage.requested.length = 0
      assert.match(String(await scan(bytes, process)), reported)
      const before = stage.requested.length
      assert.equal(await scan(GOOD, process), 20)
      assert.deepEqual(stage.requested.slice(before), [undefined])
    })
  }
})
