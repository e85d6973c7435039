import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { assertError } from './assert-answer.ts'
import { startPostgres } from './postgres-server.ts'
import { makeFolder } from './process/start-process.ts'
import { DEMO, SCAN } from './start-client.ts'
import { startService } from './start-service.ts'

const MB = 1_000_000
/** More than any log of SQLite takes before it begins anew. */
const MANY = 5_000
/** For longer than what was found stands. */
const LATER_MS = 5_000

const start = async (context: TestContext, databaseUrl: string) => {
  const service = await startService(context, { environment: { DATABASE_URL: databaseUrl } })
  await service.setPlan({ name: 'plenty', scans: MB, burst: MB })
  const { license, key } = await service.license({ plan: 'plenty' })
  const headers = await service.authorize(key)
  return {
    ...service,
    scan: () => service.post(SCAN, DEMO, headers),
    used: () => service.parts.store.usage.read(license.id, 'scans', Date.UTC(2030, 0)),
    /** What `/readyz` says once what it found before stands no more. */
    async readiness() {
      service.clock.at += LATER_MS
      const { status, body } = await service.send({ method: 'GET', path: '/readyz' })
      return [status, (body as { status?: string }).status]
    },
  }
}

const READY = [200, 'ready']
const CANNOT_WRITE = [503, 'store cannot write']

test('a store whose file was removed is not ready and grants nothing, and is again when the file is back', async (context) => {
  const folder = await makeFolder(context)
  const [file, elsewhere] = [join(folder, 'central.db'), join(folder, 'elsewhere.db')]
  const service = await start(context, `sqlite:${file}`)
  assert.equal((await service.scan()).status, 200)
  assert.deepEqual(await service.readiness(), READY)
  await rename(file, elsewhere)
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  assertError(await service.scan(), { code: 'unavailable', retryAfter: 2 })
  // Another file in its place is not the store.
  await writeFile(file, '')
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  await rename(elsewhere, file)
  assert.deepEqual(await service.readiness(), READY)
  assert.equal((await service.scan()).status, 200)
  assert.equal(await service.used(), 2)
})

/** A disk of the test's own; undefined where nobody may make one. */
const mountDisk = async (context: TestContext): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    context.skip('Only root may mount a small disk: what a full one does was not tried')
    await rmdir(folder)
    return undefined
  }
  context.after(async () => {
    // The service, which stops later, may have its files open still.
    execFileSync('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  return folder
}

test('while the disk is full, the store is not ready and grants nothing; with room it is by itself, and no scan is lost', async (context) => {
  const folder = await mountDisk(context)
  if (folder === undefined) return
  const service = await start(context, `sqlite:${join(folder, 'central.db')}`)
  const filler = join(folder, 'filler')
  await writeFile(filler, Buffer.alloc(4 * MB)).catch(() => {})
  // The log of the store is written over from its beginning for a while.
  let answered = 0
  let last = await service.scan()
  for (; last.status === 200 && answered < MANY; last = await service.scan()) answered += 1
  assertError(last, { code: 'unavailable', retryAfter: 2 })
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  const { text } = await service.send({ method: 'GET', path: '/metrics' })
  // What the alert looks at.
  assert.match(text, /^central_requests_total\{route="\/readyz",status="503"\} 1$/m)
  assert.match(text, /^central_store_seconds_count\{operation="settle",outcome="unavailable"\} 1$/m)

  await rm(filler)
  assert.deepEqual(await service.readiness(), READY)
  assert.equal((await service.scan()).status, 200)
  assert.equal(await service.used(), answered + 1)
})

test('a PostgreSQL that may only be read, and one that is frozen, is not ready, and is again by itself', async (context) => {
  const server = await startPostgres()
  const url = await server.createDatabase()
  const service = await start(context, url)
  context.after(() => server.dispose())
  const setReadOnly = async (value: 'on' | 'off') => {
    await server.run(url, `alter system set default_transaction_read_only = ${value}`)
    await server.run(url, 'select pg_reload_conf()')
  }
  await setReadOnly('on')
  while ((await service.readiness())[0] === 200) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  assertError(await service.scan(), { code: 'unavailable', retryAfter: 2 })
  await setReadOnly('off')
  while ((await service.readiness())[0] === 503) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await service.scan()).status, 200)

  await server.pause()
  assert.deepEqual(await service.readiness(), [503, 'store unreachable'])
  await server.resume()
  while ((await service.readiness())[0] === 503) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await service.scan()).status, 200)
  assert.equal(await service.used(), 2)
})
