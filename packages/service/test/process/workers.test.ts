import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type Environment, prepareStore, startProcess } from './start-process.ts'
import { CONNECTIONS, countedScans, isAnswered, read, startWorkers, until, workersOf } from './start-workers.ts'

const run = promisify(execFile)

const start = async (context: TestContext, environment: Environment = {}) =>
  startWorkers(context, await prepareStore(context), environment)

test('both workers respond, metrics cover the whole service, and each log line names its worker', async (context) => {
  const service = await start(context, { LOG_LEVEL: 'debug' })
  const responses = await Promise.all(Array.from({ length: 12 }, () => read(service, '/readyz')))
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
  assert.equal(new Set(responses.map(({ worker }) => worker)).size, 2)

  const alone = new Agent({ keepAlive: false })
  const SCANS = 40
  const outcomes = await Promise.all(Array.from({ length: SCANS }, () => service.scan('demo', alone)))
  assert.ok(outcomes.every(isAnswered))
  assert.deepEqual([await countedScans(service), await countedScans(service)], [SCANS, SCANS])
  assert.equal(await service.used(), SCANS)

  await Promise.all(Array.from({ length: 8 }, () => service.scan('error.profile_not_found', alone)))
  const lines = () => service.service.output().trim().split('\n')
  const ofWorkers = () => lines().map((line) => (JSON.parse(line) as { worker?: number }).worker)
  await until(() => ofWorkers().filter((worker) => worker !== undefined).length >= 8)
  assert.deepEqual(new Set(ofWorkers()), new Set([undefined, 1, 2]))
})

test('a connection on its way to a killed worker is closed', async (context) => {
  const service = await start(context)
  const [victim = 0] = await workersOf(service)
  // It no longer accepts connections, and the primary does not know.
  process.kill(victim, 'SIGSTOP')
  const ended: string[] = []
  for (let n = 0; n < CONNECTIONS; n += 1) {
    read(service, '/healthz').then(
      ({ status }) => ended.push(String(status)),
      (error: NodeJS.ErrnoException) => ended.push(String(error.code)),
    )
  }
  await until(() => ended.length === CONNECTIONS - 1)
  assert.deepEqual(new Set(ended), new Set(['200']))
  process.kill(victim, 'SIGKILL')
  await until(() => ended.length === CONNECTIONS)
  assert.equal(ended.at(-1), 'ECONNRESET')
})

test('a single process stops gracefully on SIGHUP', async (context) => {
  const { service, scan, used } = await start(context, { WORKERS: '1', DRAIN_SECONDS: '0' })
  const slow = scan('slow.500')
  await until(async () => (await used()) > 0)
  service.signal('SIGHUP')
  assert.deepEqual(await service.exited, { code: 0, signal: null })
  assert.ok(isAnswered(await slow))
})

test('a second signal stops the primary and its workers immediately', async (context) => {
  const { service, scan, used } = await start(context, { DRAIN_SECONDS: '10' })
  const workers = await workersOf({ service })
  const slow = scan('slow.9000')
  await until(async () => (await used()) > 0)
  service.signal('SIGTERM')
  await until(() => service.output().includes('Stopping'))
  service.signal('SIGTERM')
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  assert.ok('failure' in (await slow))
  await until(async () => {
    const { stdout } = await run('ps', ['-A', '-o', 'pid='])
    const alive = new Set(stdout.split('\n').map(Number))
    return workers.every((pid) => !alive.has(pid))
  })
})

test('a startup error of workers is reported once, and the service exits with 1', async (context) => {
  const { environment } = await prepareStore(context)
  const failed = await startProcess(context, { ...environment, WORKERS: '2', PLATFORMS: './nowhere.js' }).catch(String)
  assert.match(String(failed), /ended with 1: /)
  assert.equal(String(failed).match(/PLATFORMS names/g)?.length, 1, String(failed))
  assert.match(String(failed), /Worker 1 ended with status 1 before it was ready/)
  await assert.rejects(
    startProcess(context, { ...environment, WORKERS: '2', DATABASE_URL: 'sqlite::memory:' }),
    /WORKERS must be 1 with DATABASE_URL=sqlite::memory:/,
  )
})
