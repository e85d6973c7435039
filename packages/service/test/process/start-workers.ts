// A service with several workers on this machine, observed from outside.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { authorize, type Outcome, SCAN_PATH, scanOf, send, startLoad } from './load.ts'
import { type Ending, type Environment, type prepareStoreAt, startProcess } from './start-process.ts'

const run = promisify(execFile)
/** The connections of an agent that several requests share. */
export const CONNECTIONS = 16
const BETWEEN_REQUESTS_MS = 5
/** Prevents hanging. */
const HUNG_MS = 60_000

export type Workers = Awaited<ReturnType<typeof startWorkers>>

/** Two workers unless the environment sets another number. */
export const startWorkers = async (
  context: Ending,
  store: Awaited<ReturnType<typeof prepareStoreAt>>,
  environment: Environment = {},
) => {
  const all = { ...store.environment, WORKERS: '2', DRAIN_SECONDS: '1', ...environment }
  const service = await startProcess(context, all)
  // Few persistent connections in rotation, so none is idle for long under load.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' })
  context.after(() => agent.destroy())
  const headers = await authorize(agent, service.origin, store.key)
  const scan = (handle = 'demo', own = agent) => send(own, service.origin, SCAN_PATH, scanOf(handle), headers)
  return { ...store, service, scan }
}

/** The process ids of the workers. */
export const workersOf = async ({ service }: Pick<Workers, 'service'>): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return rows.filter(([, parent, name]) => Number(parent) === service.pid && name !== 'ps').map(([pid]) => Number(pid))
}

export const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (const end = performance.now() + HUNG_MS; !(await isSo()); await sleep(20)) {
    assert.ok(performance.now() < end, 'not in time')
  }
}

/** Sends one request on a new connection. */
export const read = ({ service }: Pick<Workers, 'service'>, path: string) =>
  new Promise<{ readonly status: number; readonly worker: string; readonly text: string }>((resolve, reject) => {
    get(new URL(path, service.origin), { agent: false }, (response) => {
      const [worker = ''] = String(response.headers['x-request-id']).split(/-[^-]*$/)
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, worker, text }))
    }).once('error', reject)
  })

/** The number of scans in the service's metrics. */
export const countedScans = async (service: Pick<Workers, 'service'>): Promise<number> => {
  const { text } = await read(service, '/metrics')
  return [...text.matchAll(/^central_scans_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

export const isAnswered = (outcome: Outcome) => 'status' in outcome && outcome.status === 200

/** Runs as many concurrent scans as there are connections, so no scan waits for one. */
export const load = (context: Ending, { scan }: Pick<Workers, 'scan'>) => {
  const loaded = startLoad((at) => scan(at % 20 === 0 ? `slow.${50 + (at % 100)}` : 'demo'), CONNECTIONS)
  context.after(loaded.end)
  return loaded
}

/** Kills a worker under load: it is replaced, the other one keeps serving, and only requests in flight at the killed one are
 * lost. `used` returns the usage of the license. */
export const checkLoss = async (context: Ending, service: Pick<Workers, 'service' | 'scan' | 'used'>) => {
  const [victim = 0, survivor = 0] = await workersOf(service)
  const usedBefore = await service.used()
  const outcomes: Outcome[] = []
  let loading = true
  context.after(() => {
    loading = false
  })
  const callers = Array.from({ length: CONNECTIONS }, async () => {
    // A separate connection each, so only requests in flight at the killed worker are lost.
    const own = new Agent({ keepAlive: true, maxSockets: 1, timeout: HUNG_MS })
    for (; loading; await sleep(BETWEEN_REQUESTS_MS)) outcomes.push(await service.scan('demo', own))
    own.destroy()
  })
  const answered = () => outcomes.filter(isAnswered).length
  await until(() => answered() > 200)
  const before = await countedScans(service)

  process.kill(victim, 'SIGKILL')
  await until(() => service.service.output().includes('A worker ended unexpectedly'))
  const atLoss = answered()
  await until(() => service.service.output().includes('Another worker has replaced it'))
  assert.ok(answered() > atLoss, 'the other answered on')
  const atReplacement = answered()
  await until(() => answered() > atReplacement + 100)
  loading = false
  await Promise.all(callers)

  const workers = await workersOf(service)
  assert.equal(workers.length, 2)
  assert.ok(workers.includes(survivor) && !workers.includes(victim))
  const lost = outcomes.length - answered()
  assert.ok(lost > 0 && lost <= CONNECTIONS, `${lost} lost`)
  const used = (await service.used()) - usedBefore
  assert.ok(used >= answered() && used <= answered() + lost, `${used} counted, ${answered()} answered, ${lost} lost`)
  assert.ok((await countedScans(service)) >= before, 'what was told is never taken back')
  assert.match((await read(service, '/metrics')).text, /^central_worker_losses_total 1$/m)
}

/** Replaces every worker under load: no request fails, and the service is always ready. Resolves to the number of
 * responses. */
export const checkReplacement = async (
  context: Ending,
  service: Pick<Workers, 'service' | 'scan'>,
): Promise<number> => {
  const old = await workersOf(service)
  const loaded = load(context, service)
  await loaded.goOn(100)
  service.service.signal('SIGHUP')
  while (!service.service.output().includes('All workers were replaced')) {
    const { status, text } = await read(service, '/readyz')
    // On a busy machine, the store can be too slow for it.
    assert.ok(status === 200 || text.includes('store unreachable'), text)
    await sleep(BETWEEN_REQUESTS_MS)
  }
  await loaded.goOn(100)
  const outcomes = await loaded.end()
  assert.deepEqual(
    outcomes.filter((outcome) => !isAnswered(outcome)),
    [],
  )
  const young = await workersOf(service)
  assert.equal(young.length, 2)
  assert.deepEqual(
    young.filter((pid) => old.includes(pid)),
    [],
  )
  return outcomes.length
}
