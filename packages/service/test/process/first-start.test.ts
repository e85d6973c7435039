import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { MIGRATIONS } from '../../src/storage/sqlite/migrations.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send } from './load.ts'
import { makeFolder, type ServiceProcess, startProcess } from './start-process.ts'

const run = promisify(execFile)
const KEY = /ck_test_[0-9A-Za-z]{38}/

/** The output of the process that shows the welcome. */
const welcomeOf = async (...services: readonly ServiceProcess[]): Promise<string> => {
  for (;;) {
    const found = services.find((service) => KEY.test(service.output()))
    if (found) return found.output()
    await sleep(10)
  }
}

test('only the first start prints a key and a shell command that gets posts with it', async (context) => {
  const folder = await makeFolder(context)
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'deep', 'central.db')}` }
  const first = await startProcess(context, { ...environment, LOG_FORMAT: 'pretty' })
  const welcome = await welcomeOf(first)
  const [key = ''] = KEY.exec(welcome) ?? []
  const [script = ''] = /^ {2}TOKEN=(?:.+\n)+/m.exec(welcome) ?? []
  assert.ok(script.includes(key) && script.includes(first.origin), script)

  const { stdout } = await run('sh', ['-c', script])
  const { ok, data } = JSON.parse(stdout)
  assert.deepEqual([ok, data.body.platform, data.body.posts.length], [true, 'sandbox', 20])
  for (const shown of [`${first.origin}/docs`, `${first.origin}/console/`, 'npm run simulate', 'ADMIN_TOKEN'])
    assert.ok(welcome.includes(shown), shown)
  // Log lines follow the welcome.
  assert.match(welcome, /^\nCentral API /)
  assert.equal(welcome.indexOf('Audit: a change') > welcome.indexOf('license create'), true)
  assert.match(welcome, /action=signing_key\.rotate/)

  first.signal('SIGINT')
  assert.equal((await first.exited).code, 0)
  const inside = join(folder, 'deep')
  const left = [inside, ...(await readdir(inside)).map((name) => join(inside, name))]
  const modes = await Promise.all(left.map(async (path) => (await stat(path)).mode & 0o777))
  assert.deepEqual(modes, [0o700, ...left.slice(1).map(() => 0o600)])

  const second = await startProcess(context, environment)
  const agent = createAgent()
  context.after(() => agent.destroy())
  const headers = await authorize(agent, second.origin, key)
  const outcome = await send(agent, second.origin, SCAN_PATH, scanOf('demo'), headers)
  assert.equal('status' in outcome && outcome.status, 200)
  assert.doesNotMatch(second.output(), KEY)
})

test('where the log is JSON, the key is in one of its lines', async (context) => {
  const folder = await makeFolder(context)
  const { origin, output } = await startProcess(context, {
    DATABASE_URL: `sqlite:${join(folder, 'central.db')}`,
    ADMIN_TOKEN: 'token-token-token-token',
  })
  while (!KEY.test(output())) await sleep(10)
  const lines = output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const [{ time, licenseKey, ...rest } = assert.fail()] = lines.filter((line) => 'licenseKey' in line)
  assert.match(String(licenseKey), KEY)
  assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000)
  assert.deepEqual(rest, {
    ...{ level: 'info', url: origin, docs: `${origin}/docs`, console: `${origin}/console/` },
    msg: 'The store was empty, so a license for tests was created. Its key, licenseKey, is shown only once. Copy it now',
  })
  // The settings are a subject of their own.
  assert.deepEqual(
    lines.filter(({ action }) => action === 'settings.change').map(({ subject }) => subject),
    ['settings'],
  )
  assert.deepEqual(
    lines.map((line) => line.time),
    lines.map((line) => line.time).toSorted(),
  )
})

test('processes that start together on an empty store create it once, and accept each other’s tokens', async (context) => {
  const folder = await makeFolder(context)
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'central.db')}`, BASE_URL: 'https://central.example' }
  const both = await Promise.all([startProcess(context, environment), startProcess(context, environment)])
  const [one, other] = both
  const key = KEY.exec(await welcomeOf(...both))?.[0] ?? ''

  const agent = createAgent()
  context.after(() => agent.destroy())
  const headers = await authorize(agent, one.origin, key)
  assert.deepEqual(await authorize(agent, other.origin, key), headers)
  for (const { origin } of both) {
    const outcome = await send(agent, origin, SCAN_PATH, scanOf('demo'), headers)
    assert.equal('status' in outcome && outcome.status, 200)
  }

  const db = new Sqlite(join(folder, 'central.db'), { readonly: true })
  context.after(() => db.close())
  const names = db.prepare('select name from migrations').pluck().all()
  assert.deepEqual(
    names,
    MIGRATIONS.map(({ name }) => name),
  )
  assert.equal(db.prepare('select count(*) from signing_keys').pluck().get(), 1)
  assert.equal(db.prepare('select count(*) from licenses').pluck().get(), 1)
  const peppers = (await readdir(folder)).filter((name) => name.includes('pepper'))
  assert.deepEqual(peppers, ['central.pepper'])
})

for (const WORKERS of ['1', '2']) {
  test(`a start on a port in use leaves nothing behind (WORKERS=${WORKERS})`, async (context) => {
    const folder = await makeFolder(context)
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
    const running = await startProcess(context, environment)
    await welcomeOf(running)
    const { port } = new URL(running.origin)
    const changed = { PORT: port, WORKERS, AUDIT_DAYS: '30' }
    const says = new RegExp(
      `^Error: It ended with 1: central-api: HOST=127\\.0\\.0\\.1 PORT=${port}: another program listens`,
    )
    await assert.rejects(startProcess(context, { ...environment, ...changed }), says)
    const other = await makeFolder(context)
    await assert.rejects(
      startProcess(context, { DATABASE_URL: `sqlite:${join(other, 'central.db')}`, ...changed }),
      says,
    )
    assert.deepEqual(await readdir(other), [])

    const db = new Sqlite(join(folder, 'central.db'), { readonly: true })
    context.after(() => db.close())
    const actions = db.prepare('select action from audit_entries order by id').pluck().all()
    assert.deepEqual(actions.toSorted(), ['license.create', 'settings.change', 'signing_key.rotate'])
  })
}
