// Debian's Prometheus with the running service: the shipped alerts load and pass their tests, and every panel of the
// dashboard is queried like in Grafana. Metrics that always exist must have values.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { installPackages } from './install-packages.ts'
import { findPort } from './real-nginx.ts'
import { runProgram, startProgram } from './run-program.ts'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url))
const ADMIN_TOKEN = 'operator-token-operator-token'

/** Prevents hanging. */
const MAX_WAIT_MS = 300_000

const missing = installPackages({
  name: 'Prometheus',
  packages: ['prometheus'],
  files: ['/usr/bin/prometheus', '/usr/bin/promtool'],
})

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }
type Response = {
  readonly status: string
  readonly error?: string
  readonly data: { readonly result: readonly unknown[]; readonly groups: readonly Group[] }
}
type Group = {
  readonly rules: readonly { readonly name: string; readonly health: string; readonly lastError?: string }[]
}

const { panels } = JSON.parse(readFileSync(join(DEPLOY, 'grafana/central-api.json'), 'utf8')) as {
  readonly panels: readonly Panel[]
}

/** Panels without data if nothing fails, no platform is called and nothing else is set up. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  ...['Rejected by a quota or rate limit', 'Rejected by a plan, per hour', 'Not ready', 'Unavailable'],
  ...['Failed store operations', 'Calls by outcome', 'Duration of calls, 95 %', 'Remaining budgets'],
  ...[
    'Credentials that do not work',
    'Credentials that expire',
    'Fallbacks to the next source',
    'Age of the last backup',
  ],
  ...['Trace spans', 'Validations', 'Copies by platform'],
])

/** A successful and a rejected request. */
const CALLS = [
  ['/scan-profile', { platform: 'sandbox', handle: 'demo' }],
  ['/validate-link', { url: 'http://127.0.0.1/' }],
] as const

/** Fills in the variables of the dashboard like Grafana. */
const filledIn = (expr: string): string =>
  expr.replace(/\$(?:job|instance|platform)\b/g, '.+').replace(/\$__(?:rate_interval|interval|range)/g, '5s')

test('the shipped alerts are valid and pass their tests', { skip: missing ?? false }, () => {
  for (const words of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', words, {
      cwd: join(DEPLOY, 'prometheus'),
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
  }
})

test('Prometheus scrapes the service, and every panel and alert can be queried', {
  skip: missing ?? false,
}, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-prometheus-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const [port, own] = [await findPort(), await findPort()]
  const env = {
    ...process.env,
    ...{ DATABASE_URL: `sqlite:${join(folder, 'central.db')}`, PORT: String(port), ADMIN_TOKEN },
    // Without copies, every request for an image has it fetched and rendered.
    ...{ MEDIA: 'proxy', MEDIA_KEEP: 'pass' },
  }
  const made = await runProgram(process.execPath, [COMMAND, 'license', 'create', '--plan', 'pro', '--json'], { env })
  const { key } = JSON.parse(made) as { readonly key: string }
  const service = await startProgram(process.execPath, [COMMAND, 'serve'], /is listening/, { env })
  context.after(() => service.stop())
  const file = join(folder, 'prometheus.yaml')
  await writeFile(
    file,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(DEPLOY, 'prometheus/alerts.yaml')],
      scrape_configs: [{ job_name: 'central-api', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
    }),
  )
  const prometheus = await startProgram(
    '/usr/bin/prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${own}`],
    /Server is ready to receive/,
  )
  context.after(() => prometheus.stop())

  const send = async (path: string): Promise<Response> =>
    (await (await fetch(`http://127.0.0.1:${own}/api/v1/${path}`)).json()) as Response
  const query = async (expr: string) => {
    const { status, error, data } = await send(`query?query=${encodeURIComponent(expr)}`)
    assert.equal(status, 'success', `${expr}: ${error}`)
    return data.result
  }
  const api = `http://127.0.0.1:${port}/api/v1`
  const post = (path: string, body: object, token = '') =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const { data } = (await (await post('/auth/token', { licenseKey: key })).json()) as { data: { token: string } }
  let image: string | undefined
  const call = async () => {
    const texts: string[] = []
    for (const [path, body] of CALLS) texts.push(await (await post(path, body, data.token)).text())
    // The minute's requests may be used up, as one of the panels shows.
    image ??= /http:[^"]+\/media\/[\w-]+/.exec(texts.join(''))?.[0]
    await (await fetch(`${image ?? assert.fail('no image')}?w=320`)).arrayBuffer()
  }
  /** Panels and alerts without the expected result. */
  const wanting = async () => {
    const empty: string[] = []
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) if ((await query(filledIn(expr))).length === 0) empty.push(title)
    }
    const { groups } = (await send('rules')).data
    const rules = groups.flatMap((group) => group.rules)
    assert.ok(rules.length > 20)
    return {
      panels: empty.filter((title) => !MAY_BE_EMPTY.has(title)),
      rules: rules.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => [name, lastError]),
    }
  }
  const nothing = { panels: [], rules: [] }
  // A rate needs two scrapes with a request in between; Prometheus decides when it scrapes.
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await sleep(500)) {
    await call()
    if (isDeepStrictEqual(await wanting(), nothing)) break
  }
  assert.deepEqual(await wanting(), nothing)
})
