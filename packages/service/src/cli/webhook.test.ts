import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { actsBy, SERVICE } from '../audit/act.ts'
import { openSqlite } from '../storage/sqlite/open.ts'

const SHOP_URL = 'https://shop.example.com/hooks'
const HOUR_MS = 3_600_000

type Webhook = { readonly id: string; readonly secret: string; readonly oldSecretUntil: string | null }
type Delivery = { readonly id: string; readonly type: string; readonly state: string }

const startWith = async (context: TestContext) => {
  const cli = await createTestCliOnStore(context)
  const created = await cli.json<Webhook>('webhook', 'create', SHOP_URL, '--types', 'quota.80, quota.100')
  return { ...cli, created, id: created.id }
}

/** The cells of a table, line by line. */
const cellsOf = (text: string) => text.split('\n').map((line) => line.trimEnd().split(/ {2,}/))

test('a webhook is created with a secret that is shown once, and listed without it', async (context) => {
  const { run, json, created } = await startWith(context)
  const { secret, ...rest } = created
  assert.match(secret, /^whsec_/)
  assert.deepEqual(await json('webhook', 'list'), [rest])
  const { out } = await run('webhook', 'list')
  const [head, line] = cellsOf(out)
  assert.deepEqual(head, ['ID', 'STATE', 'DROPPED', 'URL', 'EVENTS', 'DESCRIPTION'])
  assert.deepEqual(line, [created.id, 'on', '0', SHOP_URL, 'quota.80, quota.100', '–'])
  assert.ok(!out.includes(secret))
  const other = await run('webhook', 'create', 'https://other.example.com/', '--description', 'The shop')
  assert.match(other.out, /Created webhook \S+\.[\s\S]+ all +The shop[\s\S]+shown only once:\n\n {2}whsec_/)
})

test('a change keeps the fields that are not set', async (context) => {
  const { run, json, created, id } = await startWith(context)
  const { secret: _, ...before } = created
  const changed = await json('webhook', 'change', id, '--types', 'all', '--description', 'The shop')
  assert.deepEqual(changed, { ...before, types: null, description: 'The shop' })
  const off = await run('webhook', 'change', id, '--state', 'off')
  assert.match(off.out, new RegExp(`^Changed webhook ${id}:\\n\\n[\\s\\S]+${id} +off `))
  const nothing = await run('webhook', 'change', id)
  assert.notEqual(nothing.status, 0)
  assert.match(nothing.err, /Nothing to change/)
})

test('a new secret is shown once, and the old one signs during the overlap', async (context) => {
  const { run, json, clock, created, id } = await startWith(context)
  const rotated = await json<Webhook>('webhook', 'rotate', id, '--overlap', '2')
  assert.notEqual(rotated.secret, created.secret)
  assert.equal(rotated.oldSecretUntil, new Date(clock.at + 2 * HOUR_MS).toISOString())
  const { out } = await run('webhook', 'rotate', id, '--overlap', '0')
  assert.match(out, /The old secret is no longer valid\.\n\nIts secret is shown only once:\n\n {2}whsec_/)
})

test('a test event is queued and listed, and cannot be resent before its first attempt', async (context) => {
  const { run, json, id } = await startWith(context)
  assert.equal((await run('webhook', 'deliveries', id)).out, 'No deliveries found.\n')
  const queued = await json<Delivery>('webhook', 'test', id)
  assert.deepEqual([queued.type, queued.state], ['webhook.test', 'waiting'])
  assert.deepEqual(await json('webhook', 'deliveries', id, '--state', 'waiting'), [queued])
  assert.deepEqual(await json('webhook', 'deliveries', id, '--state', 'failed'), [])
  const [, line = []] = cellsOf((await run('webhook', 'deliveries', id)).out)
  assert.deepEqual([line[0], line[1], line[3], line[4]], [queued.id, 'webhook.test', 'waiting', '0'])
  const again = await run('webhook', 'resend', id, queued.id)
  assert.notEqual(again.status, 0)
  assert.equal(again.out, '')
})

test('a list of deliveries shows the command for the next page', async (context) => {
  const { run, json, id } = await startWith(context)
  for (let n = 0; n < 3; n += 1) await json('webhook', 'test', id)
  const { out } = await run('webhook', 'deliveries', id, '--limit', '2')
  const [, go] = /Next page: npx --no-install central-api (.*)\n/.exec(out) ?? []
  assert.ok(go)
  const rest = await json<readonly Delivery[]>(...go.split(' '))
  const all = await json<readonly Delivery[]>('webhook', 'deliveries', id)
  assert.deepEqual([all.length, rest], [3, all.slice(2)])
})

test('a webhook is deleted with its waiting deliveries, and then every command reports that it does not exist', async (context) => {
  const { run, json, id } = await startWith(context)
  assert.equal((await run('webhook', 'delete', id)).out, `Deleted webhook ${id} and its waiting deliveries.\n`)
  assert.deepEqual(await json('webhook', 'list'), [])
  assert.match((await run('webhook', 'list')).out, /^There are no webhooks\./)
  for (const words of [
    ['change', id, '--state', 'off'],
    ['rotate', id],
    ['test', id],
    ['resend', id, 'evt_none'],
    ['delete', id],
  ]) {
    const { status, out, err } = await run('webhook', ...words)
    assert.notEqual(status, 0, String(words[0]))
    assert.deepEqual([out, err.includes(id)], ['', true], `${words[0]}: ${err}`)
  }
})

test('a private URL and an unknown event type are rejected by name', async (context) => {
  const { run } = await createTestCliOnStore(context)
  for (const [words, message] of [
    [['http://127.0.0.1/hooks'], /The URL is not allowed\. Use a public host/],
    [[SHOP_URL, '--types', 'quota.81'], /quota\.81/],
  ] as const) {
    const { status, err } = await run('webhook', 'create', ...words)
    assert.notEqual(status, 0)
    assert.match(err, message)
  }
})

/** Sets the state that the service stores after a 410 response. */
const markGone = async (cli: Awaited<ReturnType<typeof startWith>>) => {
  const store = await openSqlite({ file: cli.file('central.db') })
  const act = actsBy(() => cli.clock.at, randomBytes)('webhook.change', SERVICE)
  await store.webhooks.update(cli.id, { state: 'gone', stateSince: cli.clock.at }, act, 'gone')
  await store.close()
}

test('after a 410 response, list, test and doctor show how to turn the webhook on again', async (context) => {
  const cli = await startWith(context)
  const { run, id } = cli
  const on = `central-api webhook change ${id} --state on`
  assert.ok(!(await run('webhook', 'list')).out.includes('410'))
  await markGone(cli)
  const { out } = await run('webhook', 'list')
  assert.match(
    out,
    new RegExp(`${id} has received no events since .*: its receiver returned 410 Gone\\.\nTurn it on again: `),
  )
  assert.ok(out.endsWith(`npx --no-install ${on}\n`))
  const test = await run('webhook', 'test', id)
  assert.equal(test.status, 1)
  assert.ok(test.err.includes(`Webhook ${id} is gone; switch it on first (${on})`), test.err)
  const doctor = (await cli.run('doctor')).out.replaceAll(/\s+/g, ' ')
  assert.match(doctor, /Webhooks – webhook \S+: shop\.example\.com returned 410 Gone now and receives no more events/)
  assert.ok(doctor.includes(`Turn it on again: npx --no-install ${on}`), doctor)
  await run('webhook', 'change', id, '--state', 'on')
  assert.ok(!(await run('webhook', 'list')).out.includes('410'))
  assert.equal((await run('webhook', 'test', id)).status, 0)
})

test('the doctor reports the result of the last delivery, and that redirects are not followed', async (context) => {
  const { run, json, id, clock, file } = await startWith(context)
  await json('webhook', 'test', id)
  const store = await openSqlite({ file: file('central.db') })
  const settle = async (status: number | null, error: string | null) => {
    clock.at += HOUR_MS
    const claim = { claim: 'one', now: clock.at, until: clock.at + 1 }
    const [claimed] = await store.deliveries.claim(id, claim, 1)
    assert.ok(claimed)
    const outcome = { state: 'waiting', nextAt: clock.at, status, error, at: clock.at } as const
    await store.deliveries.recordOutcome(id, claimed.event.id, 'one', outcome)
    const { out } = await run('doctor')
    return out.replaceAll(/\s+/g, ' ')
  }
  const redirected = await settle(307, 'redirect')
  assert.ok(redirected.includes('shop.example.com returned 307, a redirect, which is not followed'), redirected)
  assert.ok(redirected.includes(`webhook change ${id} --url URL`))
  assert.ok((await settle(500, 'status')).includes('shop.example.com did not accept the last event (500)'))
  assert.ok((await settle(null, 'link_timeout')).includes('did not accept the last event (link_timeout)'))
  assert.ok((await settle(204, null)).includes(`webhook ${id}: to shop.example.com is on`))
  await run('webhook', 'change', id, '--state', 'off')
  assert.ok((await run('doctor')).out.includes('to shop.example.com was turned off'))
  await store.close()
})
