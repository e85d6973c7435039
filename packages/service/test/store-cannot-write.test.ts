import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { DEMO, SCAN } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import Sqlite from 'better-sqlite3'
import { createReadiness } from '../src/http/health/readiness.ts'
import { openStore } from '../src/storage/open-store.ts'
import { startPostgres } from './postgres-server.ts'
import { makeFolder } from './process/start-process.ts'

const MB = 1_000_000
/** More than SQLite's write-ahead log takes before it starts again. */
const MANY = 5_000
/** Longer than the result of a check is cached. */
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
    /** The result of `/readyz` after its cached result expires. */
    async readiness() {
      service.clock.at += LATER_MS
      const { status, body } = await service.send({ method: 'GET', path: '/readyz' })
      return [status, (body as { status?: string }).status]
    },
  }
}

const READY = [200, 'ready']
const CANNOT_WRITE = [503, 'store cannot write']

test('a store with a removed file is not ready and charges nothing until the file is back', async (context) => {
  const folder = await makeFolder(context)
  const [file, elsewhere] = [join(folder, 'central.db'), join(folder, 'elsewhere.db')]
  const service = await start(context, `sqlite:${file}`)
  assert.equal((await service.scan()).status, 200)
  assert.deepEqual(await service.readiness(), READY)
  await rename(file, elsewhere)
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  assertError(await service.scan(), { code: 'unavailable', retryAfter: 2 })
  // Another file at the same path is not the store.
  await writeFile(file, '')
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  await rename(elsewhere, file)
  assert.deepEqual(await service.readiness(), READY)
  assert.equal((await service.scan()).status, 200)
  assert.equal(await service.used(), 2)
})

/** A temporary disk, or undefined if the test may not create one. */
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
    // The service stops later and can still have its files open.
    execFileSync('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  return folder
}

test('a store on a full disk is not ready and charges nothing, recovers automatically, and loses no scan', async (context) => {
  const folder = await mountDisk(context)
  if (folder === undefined) return
  const service = await start(context, `sqlite:${join(folder, 'central.db')}`)
  const filler = join(folder, 'filler')
  await writeFile(filler, Buffer.alloc(4 * MB)).catch(() => {})
  // For a while, the store overwrites its write-ahead log from the beginning.
  let answered = 0
  let last = await service.scan()
  for (; last.status === 200 && answered < MANY; last = await service.scan()) answered += 1
  assertError(last, { code: 'unavailable', retryAfter: 2 })
  assert.deepEqual(await service.readiness(), CANNOT_WRITE)
  const { text } = await service.send({ method: 'GET', path: '/metrics' })
  // The metric of the alert.
  assert.match(text, /^central_requests_total\{route="\/readyz",status="503"\} 1$/m)
  assert.match(text, /^central_store_seconds_count\{operation="settle",outcome="unavailable"\} 1$/m)

  await rm(filler)
  assert.deepEqual(await service.readiness(), READY)
  assert.equal((await service.scan()).status, 200)
  assert.equal(await service.used(), answered + 1)
})

/** Sets or removes the immutable attribute of a file, which also applies to root. */
const setImmutable = (sign: '+' | '-', files: readonly string[]) =>
  execFileSync('chattr', [`${sign}i`, ...files], { stdio: 'ignore' })

/** A folder that supports the immutable attribute, or undefined. */
const makeFreezable = async (context: TestContext): Promise<string | undefined> => {
  const folder = await makeFolder(context)
  const file = join(folder, 'tried')
  await writeFile(file, '')
  try {
    setImmutable('+', [file])
    setImmutable('-', [file])
  } catch {
    context.skip('Only root may make files read-only for all, and not on every disk: a read-only store was not tried')
    return undefined
  }
  return folder
}

test('a store with read-only files is not ready and charges nothing, and recovers automatically', async (context) => {
  const folder = await makeFreezable(context)
  if (folder === undefined) return
  const service = await start(context, `sqlite:${join(folder, 'central.db')}`)
  /** SQLite has an index in memory that is mapped to a file. The first read after a write changes it, and so does the first write
   * after a checkpoint. */
  const before: readonly (() => unknown)[] = [
    () => service.parts.store.tryWrite(),
    () => {
      const db = new Sqlite(join(folder, 'central.db'))
      db.pragma('wal_checkpoint')
      db.close()
    },
  ]
  for (const [round, prepare] of before.entries()) {
    assert.equal((await service.scan()).status, 200)
    await prepare()
    const files = (await readdir(folder)).map((name) => join(folder, name))
    // Data that was not written yet could still change in memory.
    execFileSync('sync', files)
    setImmutable('+', files)
    try {
      // Requests that only read succeed.
      assert.equal(await service.used(), 2 * round + 1)
      assert.deepEqual(await service.readiness(), CANNOT_WRITE)
      assertError(await service.scan(), { code: 'unavailable', retryAfter: 2 })
    } finally {
      setImmutable('-', files)
    }
    assert.deepEqual(await service.readiness(), READY)
    assert.equal((await service.scan()).status, 200)
    assert.equal(await service.used(), 2 * round + 2)
  }
})

/** A temporary disk that can simulate a failure, or undefined if the test may not create one. */
const mountFailingDisk = async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-disk-'))
  const [image, root] = [join(folder, 'image'), join(folder, 'root')]
  await mkdir(root)
  await writeFile(image, '')
  await truncate(image, 32 * MB)
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, root], { stdio: 'ignore' })
  const unmount = () => execFileSync('umount', [root], { stdio: 'ignore' })
  try {
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'ignore' })
    mount()
  } catch {
    context.skip('Only root may mount a disk that fails: what one that turns read-only does was not tried')
    await rm(folder, { recursive: true })
    return undefined
  }
  context.after(async () => {
    unmount()
    await rm(folder, { recursive: true })
  })
  const device = basename(execFileSync('findmnt', ['-no', 'SOURCE', root], { encoding: 'utf8' }).trim())
  return {
    root,
    /** Remounts the disk read-only, as the kernel does after a disk error. */
    fail: () => writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, 'as if it were damaged'),
    mountAnew() {
      unmount()
      mount()
    },
  }
}

test('a store on a disk that became read-only is not ready, can be closed, and is complete after a remount', async (context) => {
  const disk = await mountFailingDisk(context)
  if (disk === undefined) return
  const url = `sqlite:${join(disk.root, 'central.db')}`
  const store = await openStore(url)
  const plan = {
    name: 'kept',
    scans: 1,
    validations: 1,
    burst: 1,
    sites: null,
    connections: null,
    media: 'proxy' as const,
    mediaMb: null,
    platforms: null,
  }
  await store.plans.put(plan, act())
  await disk.fail()
  const readiness = createReadiness({ store, now: Date.now, elapsed: () => 0 })
  assert.equal((await readiness()).status, 'store cannot write')
  await assert.rejects(store.plans.put({ ...plan, scans: 2 }, act()), { name: 'StoreError', kind: 'unavailable' })
  assert.equal((await store.plans.find('kept'))?.scans, 1)
  await store.close()
  disk.mountAnew()
  const again = await openStore(url)
  assert.equal((await again.plans.find('kept'))?.scans, 1)
  await again.tryWrite()
  await again.close()
})

test('a read-only or frozen PostgreSQL is not ready, and recovers automatically', async (context) => {
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
