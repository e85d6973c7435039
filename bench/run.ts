// npm run bench: runs all comparisons on loopback. Prints the machine, the versions, the raw figures and the ratios,
// without judging them. `npm run bench -- warm cold` runs only those sections; `--rounds 5 --seconds 10` is slower and
// steadier.

import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../packages/service/test/postgres-server.ts'
import { startChild } from './child.ts'
import { type ColdScan, type Cost, measureAgainstScript, measureLimits } from './cold-scan.ts'
import { median, round } from './figures.ts'
import { childrenOf, holdProcesses } from './hold-processes.ts'
import { measureHostile } from './hostile.ts'
import { measureLicenseList } from './license-list.ts'
import { measureManyBodies } from './many-bodies.ts'
import { measureManyConnections } from './many-connections.ts'
import { measureManyKeys } from './many-keys.ts'
import { measureManyLicenses } from './many-licenses.ts'
import { measureMappingCosts } from './mapping-cost.ts'
import { measureMedia } from './media.ts'
import { playMutated } from './mutated.ts'
import { measurePageCost } from './page-cost.ts'
import { measureRevocation } from './revocation.ts'
import { prepareStore, serveFrom, startService } from './service.ts'
import { soak } from './soak.ts'
import { measureStarts } from './start.ts'
import { UPSTREAMS, type UpstreamName } from './upstreams.ts'
import { measureWalkCost } from './walk-cost.ts'
import { type Contest, type Costs, compete, measureAgainstBare, type Rounds } from './warm.ts'
import type { Figures } from './wrk.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '128' },
    keys: { type: 'string', default: '1000000' },
    answers: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '200' },
    scans: { type: 'string', default: '100' },
    'at-once': { type: 'string', default: '4' },
    plain: { type: 'boolean', default: false },
  },
})
const ROUNDS: Rounds = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
}
const COLD = {
  rounds: ROUNDS.rounds,
  scans: Number(values.scans),
  concurrency: Number(values['at-once']),
  isPlain: values.plain,
}
/** Sequential starts of the service. */
const STARTS = Math.max(ROUNDS.rounds, 15)
const SCAN = { path: '/scan-profile', body: { platform: 'sandbox', handle: 'demo' } }

const print = (line = '') => process.stdout.write(`${line}\n`)

const table = (figures: Readonly<Record<string, readonly Figures[]>>, against: string) => {
  const rates = Object.fromEntries(
    Object.entries(figures).map(([name, all]) => [name, median(all.map((figure) => figure.requestsPerSecond))]),
  )
  for (const [name, all] of Object.entries(figures)) {
    const ratio = round((rates[name] ?? 0) / (rates[against] ?? 1))
    const [p50, p99] = [median(all.map(({ p50Ms }) => p50Ms)), median(all.map(({ p99Ms }) => p99Ms))]
    print(
      `  ${name.padEnd(20)} ${String(Math.round(rates[name] ?? 0)).padStart(7)}/s   ×${ratio.toFixed(2)} of ${against}   p50 ${round(p50)} ms   p99 ${round(p99)} ms   rounds ${all.map((figure) => Math.round(figure.requestsPerSecond)).join(' ')}`,
    )
  }
}

const printCold = (name: UpstreamName, results: Readonly<Record<string, ColdScan>>, against: string) => {
  const middle = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of]))
  const base = results[against]?.costs ?? []
  // Ratios per round, so that other load of the machine affects both.
  const ratio = (costs: readonly Cost[], of: keyof Cost) =>
    round(median(costs.map((cost, n) => cost[of] / (base[n]?.[of] ?? Number.NaN)))).toFixed(2)
  print(`  ${UPSTREAMS[name].about}`)
  for (const [who, { costs, residentMb }] of Object.entries(results))
    print(
      `    ${who.padEnd(28)} processor ${round(middle(costs, 'processorMs'), 1)} ms ×${ratio(costs, 'processorMs')}   p50 ${round(middle(costs, 'p50Ms'), 1)} ms ×${ratio(costs, 'p50Ms')}   p99 ${round(middle(costs, 'p99Ms'), 1)} ms ×${ratio(costs, 'p99Ms')}   resident ${round(residentMb, 0)} MB`,
    )
}

/** The cost of a request for each contender, and the ratio of requests that its event loop could serve. */
const printCosts = (figures: Readonly<Record<string, readonly Costs[]>>, against: string) => {
  const micros = (name: string, of: 'loopMicros' | 'allMicros') => median((figures[name] ?? []).map((each) => each[of]))
  for (const name of Object.keys(figures)) {
    const [loop, all] = [micros(name, 'loopMicros'), micros(name, 'allMicros')]
    const ratio = round(micros(against, 'loopMicros') / loop)
    print(
      `  ${name.padEnd(20)} ${round(loop, 1)} µs of its event loop a request   ×${ratio.toFixed(2)} of ${against}   ${round(all, 1)} µs of all threads`,
    )
  }
}

/** What a request costs more, as ratios of each round, so that other load of the machine affects both. */
const printRatio = (figures: Readonly<Record<string, readonly Costs[]>>, dear: string, against: string) => {
  const ratioOf = (of: 'loopMicros' | 'allMicros') =>
    median((figures[dear] ?? []).map((each, n) => each[of] / (figures[against]?.[n]?.[of] ?? Number.NaN)))
  print(
    `  ${dear} costs ×${ratioOf('loopMicros').toFixed(3)} of ${against} on the event loop, ×${ratioOf('allMicros').toFixed(3)} on all threads`,
  )
}

const printContest = ({ plainBytes, sentBytes, figures }: Contest) => {
  print(
    `  ${plainBytes} bytes plain, ${sentBytes} as sent and cached; ${ROUNDS.connections} connections, bare servers send them plain`,
  )
  table(figures, 'bare Fastify')
  printCosts(figures, 'bare Fastify')
}

const withPostgres = async (use: (postgres: PostgresServer) => Promise<void>) => {
  const postgres = await startPostgres({ durable: true })
  try {
    await use(postgres)
  } finally {
    await postgres.dispose()
  }
}

type Pids = { readonly one: number; readonly two: number }

/** Calls `hold` when the processes run, and the function that it resolves to when they have ended. */
const compareWorkers = async (hold: (pids: Pids) => Promise<() => Promise<void>>) => {
  const [one, two] = [await startService({ WORKERS: '1' }), await startService({ WORKERS: '2' })]
  let release = async () => {}
  try {
    release = await hold({ one: one.pid, two: two.pid })
    for (const { send } of [one, two, two, two]) await send(SCAN.path, SCAN.body)
    table(await compete({ 'one worker': one, 'two workers': two }, SCAN, ROUNDS), 'one worker')
  } finally {
    for (const { stop } of [one, two]) await stop()
    await release()
  }
}

/** Prints the costs of a warm scan with something on and off. */
const compareSettings = async (
  what: string,
  settingsOn: Readonly<Record<string, string>>,
  settingsOff: Readonly<Record<string, string>>,
): Promise<void> => {
  const [on, off] = [await startService(settingsOn), await startService(settingsOff)]
  const [nameOn, nameOff] = [`${what} on`, `${what} off`]
  try {
    for (const { send } of [on, off]) await send(SCAN.path, SCAN.body)
    const figures = await compete({ [nameOn]: on, [nameOff]: off }, SCAN, ROUNDS)
    table(figures, nameOff)
    printCosts(figures, nameOff)
    printRatio(figures, nameOn, nameOff)
  } finally {
    for (const { stop } of [on, off]) await stop()
  }
}

const SECTIONS: Readonly<Record<string, () => Promise<void>>> = {
  async warm() {
    print('A warm scan in gzip: token, quota and headers on, SQLite with synchronous=FULL')
    const service = await startService()
    try {
      printContest(await measureAgainstBare(service, SCAN, ROUNDS))
    } finally {
      await service.stop()
    }
  },

  async log() {
    print('A warm scan with the request log on and off: `REQUEST_LOG_HOURS`')
    await compareSettings('log', {}, { REQUEST_LOG_HOURS: 'off' })
  },

  async proxied() {
    print('A warm scan with the media proxy on and off: `MEDIA`')
    await compareSettings('proxy', { MEDIA: 'proxy' }, {})
  },

  async link() {
    print('A cached link in gzip: validate-link of a page that was fetched within five minutes')
    const site = await startChild(new URL('./servers/feed.ts', import.meta.url).pathname, [])
    const service = await startService({ EGRESS_ALLOW: new URL(site.origin).host })
    const url = `${site.origin}/feed.json`
    try {
      for (const body of [{ url }, { url, withBody: false }]) {
        print(`  ${JSON.stringify(body)}`)
        printContest(await measureAgainstBare(service, { path: '/validate-link', body }, ROUNDS))
      }
    } finally {
      await service.stop()
      await site.stop()
    }
  },

  async cold() {
    print('A cold scan of a new host, against a script that fetches, parses, sanitizes and stringifies')
    print(
      `  ${COLD.scans} scans a round, ${COLD.concurrency} at a time; the script with feedsmith and sanitize-html; ${COLD.isPlain ? 'hosts without TLS' : 'hosts with TLS'}`,
    )
    for await (const [name, results] of measureAgainstScript(COLD)) printCold(name, results, 'bare')
  },

  async limits() {
    print('The service alone, with other memory settings: decision 0006')
    const small = ['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=65536', 'node']
    const young = '--no-allocation-site-pretenuring'
    const limits = {
      'no limit': ['node'],
      'those of the C library': small,
      'what seems to live long is old': [...small, '--max-semi-space-size=4', '--heap-growing-percent=30'],
      'growing freely': [...small, '--max-semi-space-size=4', young],
      'new space 8': [...small, '--max-semi-space-size=8', '--heap-growing-percent=30', young],
      'new space 16, by half': [...small, '--max-semi-space-size=16', '--heap-growing-percent=50', young],
    }
    for await (const [name, results] of measureLimits(COLD, limits)) printCold(name, results, 'as it is')
  },

  async start() {
    print('From the start of the command until it listens, on an existing store')
    const { readyMs, processorMs, firstResponsesMs } = await measureStarts(STARTS)
    print(
      `  ${round(readyMs, 0)} ms, ${round(processorMs, 0)} ms of CPU time; a token and a scan right after it ${round(firstResponsesMs, 0)} ms   medians of ${STARTS}`,
    )
  },

  async page() {
    print('A page of one mebibyte: decoding it and reading its preview, against reading it from loopback')
    const { readMs, headMs, bodyMs } = await measurePageCost(60)
    print(
      `  reading ${round(readMs)} ms   head ${round(headMs)} ms (×${round(headMs / readMs)})   whole body ${round(bodyMs)} ms (×${round(bodyMs / readMs)}, on a thread)`,
    )
  },

  async walk() {
    print(
      'Twenty articles of five kilobytes: safe HTML, text and media in one walk, against sanitize-html for the HTML alone',
    )
    const { walkMs, sanitizeMs } = measureWalkCost(200)
    print(`  the walk ${round(walkMs)} ms   sanitize-html ${round(sanitizeMs)} ms   ×${round(walkMs / sanitizeMs)}`)
  },

  async mapping() {
    print(
      'A first page of each platform from its simulator’s answers, read and mapped, against parsing the same bytes, and the whole page with limits and deadlines, in CPU time',
    )
    for await (const { platform, posts, bytes, parseMs, mapMs, pageMs } of measureMappingCosts(300)) {
      const [parsed, mapped, whole] = [parseMs, mapMs, pageMs].map((each) => round(each, 3))
      print(
        `  ${platform.padEnd(12)} ${String(posts).padStart(2)} posts ${String(Math.round(bytes / 1000)).padStart(3)} kB   parsing ${parsed} ms   mapped ${mapped} ms   ×${round(mapMs / parseMs)}   whole page ${whole} ms`,
      )
    }
  },

  async memory() {
    print(`Resident memory of the service while and after it scans ${values.keys} distinct profiles`)
    const { seconds, idleMb, medianMb, peakMb, endMb, quietMb } = await measureManyKeys(Number(values.keys))
    print(
      `  at the start ${idleMb} MB   during the run: median ${medianMb} MB, peak ${peakMb} MB   at the end ${endMb} MB   15 s later ${quietMb} MB   in ${seconds} s`,
    )
  },

  async bodies() {
    print('Resident memory of the service while and after it validates pages of a megabyte, fifty at a time')
    const { idleMb, peakMb, quietMb, answered, requested, slowestMs } = await measureManyBodies()
    print(
      `  at the start ${idleMb} MB   peak ${peakMb} MB   15 s later ${quietMb} MB   ${answered} of ${requested} succeeded, the slowest in ${slowestMs} ms`,
    )
  },

  async postgres() {
    print('A warm scan on PostgreSQL against SQLite, one process each, both durable')
    await withPostgres(async (postgres) => {
      const stores = [await prepareStore(), await prepareStore(await postgres.createDatabase())] as const
      const [sqlite, other] = [await serveFrom(stores[0]), await serveFrom(stores[1])]
      try {
        for (const { send } of [sqlite, other]) await send(SCAN.path, SCAN.body)
        table(await compete({ SQLite: sqlite, PostgreSQL: other }, SCAN, ROUNDS), 'SQLite')
      } finally {
        for (const { stop } of [sqlite, other]) await stop()
        for (const { dispose } of stores) await dispose()
      }
    })
  },

  async workers() {
    print('One worker against two, on the cores of this machine, which the load shares')
    await compareWorkers(async () => async () => {})
    print('The same, each worker limited to half a core, so that the load has a core to itself')
    try {
      await compareWorkers(async ({ one, two }) => holdProcesses([one, ...(await childrenOf(two))], 0.5))
    } catch (error) {
      print(`  not measured: ${error instanceof Error ? error.message : error}`)
    }
  },

  async revocation() {
    print('Time until three replicas on one PostgreSQL refuse a suspended license')
    await withPostgres(async (postgres) => {
      const { p50Ms, p99Ms } = await measureRevocation(postgres, 3, 40)
      print(`  p50 ${round(p50Ms, 0)} ms   p99 ${round(p99Ms, 0)} ms`)
    })
  },

  async licenses() {
    print('Charging a license among a thousand licenses and among a million')
    const tell = (name: string, results: Awaited<ReturnType<typeof measureManyLicenses>>) => {
      const [few, many] = results
      print(
        `  ${name.padEnd(12)} ${results.map(({ licenses, settleMs }) => `${licenses}: ${round(settleMs, 3)} ms`).join('   ')}   ×${round((many?.settleMs ?? 0) / (few?.settleMs ?? 1))}`,
      )
    }
    const store = await prepareStore()
    tell('SQLite', await measureManyLicenses(store.databaseUrl, [1_000, 1_000_000], 2_000))
    await store.dispose()
    await withPostgres(async (postgres) => {
      tell('PostgreSQL', await measureManyLicenses(await postgres.createDatabase(), [1_000, 1_000_000], 2_000))
    })
  },

  async connections() {
    print('A service with 100,000 connected accounts in its store, beside one without any')
    const { none, many } = await measureManyConnections(100_000, Math.max(ROUNDS.rounds, 5))
    const rows = [
      ['start', 'startMs', 'ms'],
      ['warm scan', 'scanMs', 'ms'],
      ['renewal', 'renewalMs', 'ms'],
      ['memory', 'memoryMb', 'MB'],
    ] as const
    for (const [what, of, unit] of rows)
      print(
        `  ${what.padEnd(12)} ${round(many[of])} ${unit} with, ${round(none[of])} ${unit} without   ×${round(many[of] / none[of])}`,
      )
  },

  async list() {
    print('Lists of licenses in a store of a million: the first fifty for each filter and order')
    const measure = async (name: string, databaseUrl: string) => {
      print(`  ${name}`)
      await measureLicenseList(databaseUrl, { size: 1_000_000, times: 9 }, ({ what, order, ms, found }) =>
        print(`    ${what.padEnd(32)} ${order.padEnd(10)} ${round(ms, 1)} ms   ${found}`),
      )
    }
    const store = await prepareStore()
    await measure('SQLite', store.databaseUrl)
    await store.dispose()
    await withPostgres(async (postgres) => measure('PostgreSQL', await postgres.createDatabase()))
  },

  async media() {
    print('Images of a page in another size, with MEDIA=proxy: twenty of 1440 × 1800 pixels to WebP')
    const { cold, warm, scans, residentMb, hostile } = await measureMedia(ROUNDS.rounds, ROUNDS.seconds)
    const { service, bare } = cold
    print(
      `  cold, to 320   service ${round(service.ms, 0)} ms, ${round(service.processorMs, 0)} ms of processor   bare script with the same sharp ${round(bare.ms, 0)} ms, ${round(bare.processorMs, 0)} ms of processor   ×${round(service.ms / bare.ms).toFixed(2)}, ×${round(service.processorMs / bare.processorMs).toFixed(2)} of processor`,
    )
    for (const [status, { requestsPerSecond, p50Ms, p99Ms, bytes }] of Object.entries(warm))
      print(
        `  warm, ${status}   ${Math.round(requestsPerSecond)}/s   p50 ${round(p50Ms)} ms   p99 ${round(p99Ms)} ms   ${bytes} bytes each`,
      )
    print(
      `  warm scans   p99 ${round(scans.quietP99Ms)} ms, ${round(scans.busyP99Ms)} ms with fifty renderings under way (${scans.rendered} in all)   ×${round(scans.busyP99Ms / scans.quietP99Ms).toFixed(2)}`,
    )
    print(`  resident   service ${round(residentMb.service, 0)} MB   renderers ${round(residentMb.renderers, 0)} MB`)
    for (const { what, status, loopMs } of hostile)
      print(`  ${what.padEnd(38)} status ${status}   event loop blocked ${round(loopMs)} ms`)
  },

  async mutated() {
    print(`${values.answers} mutated responses per platform: each must end in the normalized form or an error code`)
    await playMutated(Number(values.answers), print)
  },

  async hostile() {
    print(
      'Responses designed to block the event loop, one and fifty at a time, and another client’s warm scans during the attack',
    )
    await measureHostile((times, { what, maxMs, warmP99Ms, seconds, statuses }) => {
      const reported = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      print(
        `  ${String(times).padStart(3)} × ${what.padEnd(62)} blocked ${String(maxMs).padStart(6)} ms   warm p99 ${String(warmP99Ms).padStart(6)} ms   ${seconds} s   ${reported.join(', ')}`,
      )
    })
  },

  async soak() {
    print(`${values.minutes} minutes of normal and hostile load, ${values.rate} requests a second`)
    await soak({ minutes: Number(values.minutes), perSecond: Number(values.rate), print })
  },
}

/** Sections that take so long that they only run when named. */
const NAMED_ONLY = ['hostile', 'mutated', 'soak']

const wanted = positionals.length > 0 ? positionals : Object.keys(SECTIONS).filter((name) => !NAMED_ONLY.includes(name))
const [processor] = cpus()
print(
  `${processor?.model.trim()} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`,
)
for (const name of wanted) {
  const section = SECTIONS[name]
  if (!section) throw new RangeError(`There is no section ${name}; there are ${Object.keys(SECTIONS).join(', ')}`)
  print()
  await section()
}
