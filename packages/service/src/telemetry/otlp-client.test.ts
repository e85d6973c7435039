import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorPost, OperatorPostRequest } from '../egress/operator-post.ts'
import { createOtlpClient } from './otlp-client.ts'

type Response = Awaited<ReturnType<OperatorPost['post']>> | Error

const start = (responses: readonly Response[], tries = 5) => {
  const log: (readonly [level: string, message: string, status: unknown])[] = []
  const waited: number[] = []
  const sent: OperatorPostRequest[] = []
  const calling = new AbortController()
  const logChange = (level: string) => (about: object, message?: string) =>
    void log.push([level, message ?? '', 'status' in about ? about.status : undefined])
  const send = createOtlpClient({
    ...{ signal: 'traces', url: 'http://collector/v1/traces', headers: { 'api-key': 's3cret' }, timeoutMs: 7, tries },
    async post(request) {
      const response = responses[sent.length] ?? { status: 200, retryAfter: undefined }
      sent.push(request)
      if (response instanceof Error) throw response
      return response
    },
    random: () => 0.5,
    async wait(milliseconds, signal) {
      signal.throwIfAborted()
      waited.push(milliseconds)
    },
    log: { info: logChange('info'), warn: logChange('warn') } as never,
  })
  return { send: () => send({ a: 1 }, calling.signal), log, waited, sent, calling }
}

const status = (status: number, retryAfter?: string): Response => ({ status, retryAfter })
const FAILS = 'The OTLP receiver does not accept the data'
const WORKS = 'The OTLP receiver accepts data again'

test('sends JSON with the configured headers', async () => {
  const { send, sent, log } = start([])
  assert.equal(await send(), true)
  const [{ url, headers, body, timeoutMs } = {}] = sent
  assert.deepEqual([url, body, timeoutMs], ['http://collector/v1/traces', '{"a":1}', 7])
  assert.deepEqual(headers, { 'api-key': 's3cret', 'content-type': 'application/json' })
  assert.deepEqual(log, [])
})

test('retries transient failures with growing pauses, and not before Retry-After', async () => {
  const { send, waited, log } = start([status(503), new Error('gone'), status(429, '9')])
  assert.equal(await send(), true)
  assert.deepEqual(waited, [1_000, 2_000, 9_000])
  assert.deepEqual(log, [
    ['warn', FAILS, 503],
    ['info', WORKS, undefined],
  ])
})

test('gives up after the maximum number of attempts, or when Retry-After is too long', async () => {
  const away = start(Array(9).fill(status(502)))
  assert.equal(await away.send(), false)
  assert.deepEqual([away.sent.length, away.log.length], [5, 1])
  const busy = start([status(503, '3600')])
  assert.deepEqual([await busy.send(), busy.waited], [false, []])
})

test('does not retry a refused body', async () => {
  for (const code of [301, 400, 401, 404, 413, 500]) {
    const { send, sent } = start([status(code)])
    assert.deepEqual([await send(), sent.length], [false, 1], String(code))
  }
})

test('an aborted send ends without a log entry', async () => {
  const { send, calling, log } = start([new Error('aborted')])
  calling.abort()
  assert.deepEqual([await send(), log], [false, []])
  const paused = start([status(503)])
  const sending = paused.send()
  paused.calling.abort()
  assert.deepEqual([await sending, paused.sent.length], [false, 1])
})
