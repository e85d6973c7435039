import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ask, authorize, type Outcome, SCAN_PATH, scanOf } from './load.ts'
import { type Environment, prepareStore, startProcess } from './start-process.ts'

const run = promisify(execFile)
const CLIENTS = 16
const BETWEEN_REQUESTS_MS = 5
const START_MS = 10_000

const start = async (context: TestContext, environment: Environment = {}) => {
  const store = await prepareStore(context)
  const all = { ...store.environment, WORKERS: '2', DRAIN_SECONDS: '1', ...environment }
  const service = await startProcess(context, all)
  // Kept, few and used in turn: none of them is idle for long while there is load.
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, scheduling: 'fifo' })
  context.after(() => agent.destroy())
  const headers = await authorize(agent, service.origin, store.key)
  const scan = (handle = 'demo', own = agent) => ask(own, service.origin, SCAN_PATH, scanOf(handle), headers)
  return { ...store, service, scan }
}

type Started = Awaited<ReturnType<typeof start>>

/** The processes of the workers. */
const workersOf = async ({ service }: Pick<Started, 'service'>): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return rows.filter(([, parent, name]) => Number(parent) === service.pid && name !== 'ps').map(([pid]) => Number(pid))
}

const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (const end = performance.now() + START_MS; !(await isSo()); await sleep(20)) {
    assert.ok(performance.now() < end, 'not in time')
  }
}

/** One request on a connection of its own. */
const read = ({ service }: Pick<Started, 'service'>, path: string) =>
  new Promise<{ readonly status: number; readonly worker: string; readonly text: string }>((resolve, reject) => {
    get(new URL(path, service.origin), { agent: false }, (answer) => {
      const [worker = ''] = String(answer.headers['x-request-id']).split(/-[^-]*$/)
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, worker, text }))
    }).once('error', reject)
  })

/** The scans that the service says it has answered. */
const countedScans = async (service: Pick<Started, 'service'>): Promise<number> => {
  const { text } = await read(service, '/metrics')
  return [...text.matchAll(/^central_scans_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

const isAnswered = (outcome: Outcome) => 'status' in outcome && outcome.status === 200

/** About two hundred scans a second, until it is told to end. */
const load = (context: TestContext, { scan }: Pick<Started, 'scan'>) => {
  const outcomes: Promise<Outcome>[] = []
  let loading = true
  context.after(() => {
    loading = false
  })
  const asking = (async () => {
    for (let at = 0; loading; at += 1) {
      outcomes.push(scan(at % 20 === 0 ? `slow.${50 + (at % 100)}` : 'demo'))
      await sleep(BETWEEN_REQUESTS_MS)
    }
  })()
  return {
    begun: () => outcomes.length,
    async end() {
      loading = false
      await asking
      return Promise.all(outcomes)
    },
  }
}

test('both workers answer, their metrics are those of one service, and each line of the log says whose it is', async (context) => {
  const service = await start(context, { LOG_LEVEL: 'debug' })
  const answers = await Promise.all(Array.from({ length: 12 }, () => read(service, '/readyz')))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ worker }) => worker)).size, 2)

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

test('a worker that is killed under load is replaced, the other answers on, and the counts stay exact', async (context) => {
  const service = await start(context)
  const [victim = 0, survivor = 0] = await workersOf(service)
  const outcomes: Outcome[] = []
  let loading = true
  context.after(() => {
    loading = false
  })
  const callers = Array.from({ length: CLIENTS }, async () => {
    // A connection of its own each: what was begun at the one that is killed is lost, and nothing else.
    const own = new Agent({ keepAlive: true, maxSockets: 1, timeout: START_MS })
    for (; loading; await sleep(BETWEEN_REQUESTS_MS)) outcomes.push(await service.scan('demo', own))
    own.destroy()
  })
  const answered = () => outcomes.filter(isAnswered).length
  await until(() => answered() > 200)
  const before = await countedScans(service)

  process.kill(victim, 'SIGKILL')
  await until(() => service.service.output().includes('A worker ended unasked'))
  const atLoss = answered()
  await until(() => service.service.output().includes('Another worker has taken its place'))
  assert.ok(answered() > atLoss, 'the other answered on')
  const atReplacement = answered()
  await until(() => answered() > atReplacement + 100)
  loading = false
  await Promise.all(callers)

  const workers = await workersOf(service)
  assert.equal(workers.length, 2)
  assert.ok(workers.includes(survivor) && !workers.includes(victim))
  const lost = outcomes.length - answered()
  assert.ok(lost > 0 && lost <= CLIENTS, `${lost} lost`)
  const used = await service.used()
  assert.ok(used >= answered() && used <= answered() + lost, `${used} counted, ${answered()} answered, ${lost} lost`)
  assert.ok((await countedScans(service)) >= before, 'what was told is never taken back')
  assert.match((await read(service, '/metrics')).text, /^central_worker_losses_total 1$/m)
})

test('SIGHUP under load replaces every worker, SIGTERM ends them, and no request fails', async (context) => {
  const service = await start(context)
  const old = await workersOf(service)
  const restarted = load(context, service)
  await until(() => restarted.begun() > 100)
  service.service.signal('SIGHUP')
  while (!service.service.output().includes('All workers are new')) {
    // As a whole, the service is ready all the time.
    assert.equal((await read(service, '/readyz')).status, 200)
    await sleep(BETWEEN_REQUESTS_MS)
  }
  const outcomes = await restarted.end()
  assert.deepEqual(
    outcomes.filter((outcome) => !isAnswered(outcome)),
    [],
  )
  assert.ok(outcomes.length > 400, `${outcomes.length} requests`)
  const young = await workersOf(service)
  assert.equal(young.length, 2)
  assert.deepEqual(
    young.filter((pid) => old.includes(pid)),
    [],
  )
  assert.equal(await countedScans(service), outcomes.length)

  const last = load(context, service)
  await until(() => last.begun() > 100)
  const begun = last.begun()
  service.service.signal('SIGTERM')
  assert.deepEqual(await service.service.exited, { code: 0, signal: null })
  assert.deepEqual(
    (await last.end()).slice(0, begun).filter((outcome) => !isAnswered(outcome)),
    [],
  )
})

test('one process alone has nobody to take over, and stops on SIGHUP in good order', async (context) => {
  const { service, scan, used } = await start(context, { WORKERS: '1', DRAIN_SECONDS: '0' })
  const slow = scan('slow.500')
  await until(async () => (await used()) > 0)
  service.signal('SIGHUP')
  assert.deepEqual(await service.exited, { code: 0, signal: null })
  assert.ok(isAnswered(await slow))
})

test('a second signal ends the primary and its workers at once', async (context) => {
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

test('what keeps a worker from starting is said once, and ends it with 1', async (context) => {
  const { service, environment } = await start(context)
  const { port } = new URL(service.origin)
  const twice = await startProcess(context, { ...environment, WORKERS: '2', PORT: port }).catch(String)
  assert.match(String(twice), /ended with 1: /)
  assert.equal(String(twice).match(/EADDRINUSE/g)?.length, 1, String(twice))
  assert.match(String(twice), /Worker 1 ended with status 1 before it was ready/)
  await assert.rejects(
    startProcess(context, { ...environment, WORKERS: '2', DATABASE_URL: 'sqlite::memory:' }),
    /WORKERS must be 1 with DATABASE_URL=sqlite::memory:/,
  )
})
