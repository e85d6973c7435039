// Whole runs at debug level, for each platform whose accounts can be connected: connected, read, renewed, declined, failed at
// each step, and disconnected, while the platform repeats whatever it was sent. No secret that was given or sent is in the
// log, the store's files, a backup, a response, a metric or a webhook, however it is written.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { HIDDEN, startAtprotoBrowser } from '@central-api/testing/connect/atproto/start-atproto-browser.ts'
import { type ListedConnection, startBrowser, visitProvider } from '@central-api/testing/connect/connect-by-browser.ts'
import {
  type Answer,
  OPERATOR as APPLICATION,
  REDDIT_AGENT,
  type SimulatedPlatform,
} from '@central-api/testing/connect/simulated-providers.ts'
import { leaksOf } from '@central-api/testing/connect/spellings.ts'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { APPLICATIONS, type ApplicationKeys, CONNECT_SETTINGS } from '../src/config/connect-settings.ts'
import type { EgressRequest } from '../src/egress/egress.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Lists of the admin API: what an operator sees. */
const LISTS = [
  'connections',
  'connect-apps',
  'audit',
  'requests',
  'licenses',
  'platforms',
  'webhooks',
  'overview',
  'usage',
]

const settingsOf = (platform: SimulatedPlatform): Readonly<Record<string, string>> => {
  const [id, secret, ...others]: ApplicationKeys = APPLICATIONS[platform]
  return {
    [CONNECT_SETTINGS[id].name]: APPLICATION.clientId,
    [CONNECT_SETTINGS[secret].name]: APPLICATION.clientSecret,
    ...Object.fromEntries(others.map((key) => [CONNECT_SETTINGS[key].name, 'configuration-1'])),
    ...(platform === 'reddit' && { REDDIT_USER_AGENT: REDDIT_AGENT }),
  }
}

/** Everything that the platform was sent, in places where error messages and names stand. */
const repeat = ({ url, headers, body }: EgressRequest, status: number): Answer => {
  const sent = JSON.stringify({ url, headers, body: body?.bytes.toString() })
  const error = { code: 1, message: sent, type: sent, error_subcode: sent, fbtrace_id: sent }
  return {
    status,
    body: status === 200 ? { error: sent, error_description: sent, id: sent, name: sent, data: sent } : { error },
  }
}

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-secrets-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const environmentOf = (folder: string): Readonly<Record<string, string>> => ({
  ...{ DATABASE_URL: `sqlite:${join(folder, 'central.db')}`, LOG_LEVEL: 'debug', ADMIN_TOKEN },
  EGRESS_ALLOW: 'shop.example:443',
})

/** Records every response of the service, and everything else that leaves it. */
const watch = async (
  context: TestContext,
  { app, parts, connect, list, ask, sender, log }: Awaited<ReturnType<typeof visitProvider>>,
  folder: string,
) => {
  const [answers, fields]: [string[], string[]] = [[], []]
  const inject = app.inject.bind(app) as (options: object) => Promise<{ body: string; headers: object }>
  context.mock.method(app, 'inject', async (options: object) => {
    const response = await inject(options)
    answers.push(response.body, JSON.stringify(response.headers))
    return response
  })
  await parts.webhooks.create({ url: 'https://shop.example/hooks', types: null, description: null }, OPERATOR)
  await parts.catchUp()
  const settle = async () => {
    await parts.connections.idle()
    await sender.look()
    await sender.idle()
  }
  return {
    settle,
    async connected(more: object = {}) {
      const { page } = await connect('first', more)
      assert.equal(page.statusCode, 200, page.body)
      const connection = (await list()).at(-1) ?? assert.fail(`nothing is connected: ${page.body}`)
      const found = (await parts.store.connections.find(connection.id)) ?? assert.fail()
      for (const [name, value] of Object.entries(parts.connections.open(found) ?? {}))
        if (/token|key|secret/i.test(name)) fields.push(value)
      return connection
    },
    read: ({ id, platform }: ListedConnection) => ask('/scan-profile', { platform, handle: 'me', connection: id }),
    /** After a backup and a disconnection. */
    async collect({ id }: ListedConnection) {
      await settle()
      await parts.store.backup(join(folder, 'backup.db'))
      await ask('/connections', { id, disconnect: true })
      await settle()
      for (const name of LISTS)
        await app.inject({ url: `/admin/v1/${name}`, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
      const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const)
      const outputs: Readonly<Record<string, string>> = {
        ...Object.fromEntries(files),
        ...{ log: log.join('\n'), answers: answers.join('\n'), metrics: await parts.metrics.text() },
      }
      return { outputs, fields }
    },
  }
}

const assertNoLeaks = (secrets: Iterable<string>, outputs: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(outputs)) assert.ok(text.length > 100, name)
  assert.ok(Object.keys(outputs).length >= 6, Object.keys(outputs).join())
  assert.deepEqual(leaksOf(secrets, outputs), [])
}

const run = async (context: TestContext, id: SimulatedPlatform) => {
  const folder = await makeFolder(context)
  const secrets = new Set<string>([APPLICATION.clientSecret])
  const events: string[] = []
  /** The endpoint that repeats what it is sent, and with which status. */
  let repeating: { readonly call: string; readonly status: number } | undefined
  let [reads, requests] = [0, 0]

  /** What proves the service to the platform. */
  const learn = ({ url, body, headers }: EgressRequest): void => {
    const form = new URLSearchParams(body?.bytes.toString() ?? '')
    for (const name of ['code_verifier', 'client_assertion', 'code', 'refresh_token', 'token'])
      for (const from of [form, new URL(url).searchParams]) {
        const value = from.get(name)
        if (value !== null && value.length > 20) secrets.add(value)
      }
    const { authorization = '', dpop } = headers as { readonly authorization?: string; readonly dpop?: string }
    for (const value of [authorization.replace(/^\w+ /, ''), dpop]) if (value) secrets.add(value)
  }

  const platform = ALL_PLATFORMS.find((each) => each.id === id) ?? assert.fail(id)
  const browser = await startBrowser(context, {
    ...{ id, platform },
    environment: {
      ...environmentOf(folder),
      ...settingsOf(id),
    },
    read(url, provider, request) {
      if (url.hostname === 'shop.example') {
        events.push(request.body?.bytes.toString() ?? '')
        return { status: 200, body: {} }
      }
      learn(request)
      requests += 1
      for (const secret of provider.secrets) secrets.add(secret)
      const call = `${request.method} ${url.origin}${url.pathname}`
      if (call === repeating?.call) return repeat(request, repeating.status)
      if (provider.answers(request.method ?? 'GET', url)) return undefined
      reads += 1
      return repeat(request, reads % 2 === 0 ? 400 : 200)
    },
  })
  const { provider, clock, connect } = browser
  const { connected, read, settle, collect } = await watch(context, browser, folder)

  const first = await connected()
  const before = requests
  await read(first)
  assert.ok(requests > before, 'the account was not read')
  // Renewed, if its tokens end at all.
  clock.at += 57 * DAY_MS
  await read(first)
  await read(first)
  await settle()
  // The platform fails at each step of the consent, of a renewal and of a disconnection.
  const calls = [...new Set(provider.calls)]
  for (const call of calls)
    for (const status of [200, 400, 401, 500]) {
      repeating = { call, status }
      clock.at += 60_000
      await connect('first').catch(() => {})
      await read(first)
      await settle()
    }
  repeating = undefined
  // Its owner declines, with whatever the platform says about it.
  const { authorize } = provider
  const declined = context.mock.method(provider, 'authorize', (url: URL) => {
    const { state, code } = Object.fromEntries(authorize(url))
    const error_description = `${code} ${[...secrets].join(' ')}`.slice(0, 1_000)
    return new URLSearchParams({ error: 'access_denied', error_description, ...(state !== undefined && { state }) })
  })
  await connect('first')
  declined.mock.restore()
  const last = await connected()
  await read(last)
  const { outputs, fields } = await collect(last)
  for (const secret of [...provider.secrets, ...fields]) secrets.add(secret)
  return { outputs: { ...outputs, events: events.join('\n') }, secrets, calls }
}

for (const id of Object.keys(APPLICATIONS) as SimulatedPlatform[])
  test(`no secret of ${id} is anywhere but in memory and under seal`, async (context) => {
    const { outputs, secrets, calls } = await run(context, id)
    assert.ok(secrets.size >= 5 && calls.length > 0, `${secrets.size} secrets, ${calls}`)
    assertNoLeaks(secrets, outputs)
  })

test('no secret of bluesky is anywhere but in memory and under seal', async (context) => {
  const folder = await makeFolder(context)
  const browser = await startAtprotoBrowser(context, environmentOf(folder))
  const { connected, read, settle, collect } = await watch(context, browser, folder)
  const account = await connected({ handle: HIDDEN.handle })
  assert.equal((await read(account)).status, 200)
  browser.clock.at += 2 * HOUR_MS
  assert.equal((await read(account)).status, 200)
  await settle()
  const { outputs, fields } = await collect(account)
  // The person's browser carries the name of a pushed request.
  const given = browser.atproto.secrets().filter((secret) => !secret.startsWith('request-'))
  const secrets = [...given, ...fields]
  assert.ok(secrets.length >= 5, secrets.join())
  assertNoLeaks(secrets, outputs)
})

test('no secret of a Mastodon server is anywhere but in memory and under seal', async (context) => {
  const folder = await makeFolder(context)
  const secrets = ['client', 'code', 'token'].map((name) => `${name}-${'secret-of-a-server'.repeat(2)}`)
  const [client = '', code = '', token = ''] = secrets
  const account = {
    id: '1',
    username: 'acme',
    acct: 'acme',
    display_name: `Acme ${token}`,
    url: 'https://mastodon.social/@acme',
  }
  const browser = await visitProvider(
    context,
    { platform: mastodon, environment: environmentOf(folder) },
    {
      authorize: ({ searchParams }) => new URLSearchParams({ code, state: searchParams.get('state') ?? '' }),
      async respond(request) {
        const { pathname } = new URL(request.url)
        const verifier = new URLSearchParams(request.body?.bytes.toString()).get('code_verifier')
        if (verifier !== null) secrets.push(verifier)
        if (pathname === '/api/v1/apps') return { status: 200, body: { client_id: 'id', client_secret: client } }
        if (pathname === '/oauth/token') {
          const granted = { access_token: token, token_type: 'Bearer', scope: 'read:accounts read:statuses' }
          return { status: 200, body: granted }
        }
        if (/statuses/.test(pathname)) return { status: 200, body: [] }
        if (/accounts/.test(pathname)) return { status: 200, body: account }
        return repeat(request, 404)
      },
    },
  )
  const { connected, read, collect } = await watch(context, browser, folder)
  const connection = await connected({ host: 'mastodon.social' })
  await read(connection)
  const { outputs, fields } = await collect(connection)
  assert.ok(secrets.length >= 4 && fields.includes(token), secrets.join())
  assertNoLeaks([...secrets, ...fields], outputs)
})
