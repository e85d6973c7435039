// The least that a warm scan's guarantees cost on Fastify, in plain code: the schema, a token that was verified before,
// a count on disk before each response (one flush for requests that arrive together), the contract's fields, a response
// cached in gzip. One license and one window; it never refuses, logs, measures or waits.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import Fastify from 'fastify'
import { API_PREFIX, ENDPOINTS } from '../../packages/service/src/http/endpoints.ts'

const LIMIT = 1_000_000_000

const count = (file: string): void => {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('create table used (id integer primary key, used integer not null) strict; insert into used values (1, 0)')
  const charge = db.prepare('update used set used = used + ? where id = 1 and used + ? <= ? returning used').pluck()
  parentPort?.on('message', (units: number) => parentPort?.postMessage(charge.get(units, units, LIMIT)))
}

const serve = async (): Promise<void> => {
  const [file = '', path = ''] = process.argv.slice(2)
  const bytes = gzipSync(readFileSync(file), { level: 9 })
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === path)
  if (!endpoint) throw new RangeError(`There is no endpoint ${path}`)
  const folder = mkdtempSync(join(tmpdir(), 'central-counted-'))
  const counter = new Worker(new URL(import.meta.url), { workerData: join(folder, 'counted.db') })

  const tokens = new Set([digest('Bearer none')])
  let waiting: ((used: number) => void)[] = []
  let counting: typeof waiting = []
  const countWaiting = () => {
    if (waiting.length === 0) return
    ;[counting, waiting] = [waiting, []]
    counter.postMessage(counting.length)
  }
  counter.on('message', (used: number) => {
    for (const print of counting) print(used)
    counting = []
    countWaiting()
  })
  const charge = (): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>()
    waiting.push(resolve)
    if (waiting.length === 1 && counting.length === 0) setImmediate(countWaiting)
    return promise
  }

  const app = Fastify({ logger: false })
  app.post(`${API_PREFIX}${path}`, { schema: { body: endpoint.body } }, async (request, reply) => {
    if (!tokens.has(digest(request.headers.authorization ?? ''))) return reply.code(401).send()
    const used = await charge()
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'x-cache': 'hit',
      age: 1,
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-quota-limit': LIMIT,
      'x-quota-used': used,
      'x-quota-remaining': LIMIT - used,
      'x-quota-reset': 1,
      'ratelimit-policy': `"scans";q=${LIMIT};w=2592000`,
      ratelimit: `"scans";r=${LIMIT - used};t=1`,
    })
    return bytes
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.stdout.write(`http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`)
  process.on('SIGINT', async () => {
    await app.close()
    await counter.terminate()
    rmSync(folder, { recursive: true })
    process.exit(0)
  })
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

if (isMainThread) await serve()
else count(workerData)
