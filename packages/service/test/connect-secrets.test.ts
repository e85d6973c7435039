// A whole run with a connected account at debug level: connected, read, renewed, ended, backed up. No secret that the
// simulated provider gave is in the log, the store's files, a backup, an answer, a metric or a webhook. The four webhook
// events and the metrics of the run are what they should be.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { tiktok } from '@central-api/service/platforms/tiktok/tiktok.ts'
import { onwardOf } from '@central-api/testing/connect/onward-of.ts'
import { OPERATOR as APPLICATION, simulateProvider } from '@central-api/testing/connect/simulated-providers.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import { START } from '@central-api/testing/start-service.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'

const HOUR_MS = 3_600_000
const OK = { code: 'ok', message: '', log_id: '2026' }
const USER = { data: { user: { open_id: 'open-1', display_name: 'Garden', username: 'garden' } }, error: OK }
const VIDEO = { id: '7300000000000000001', create_time: 1_890_000_000, title: 'Tulips', video_description: 'Tulips' }
const LIST = { data: { videos: [VIDEO], has_more: false, cursor: 0 }, error: OK }

type Browsed = {
  readonly url: string
  readonly method?: 'POST'
  readonly payload?: string
  readonly headers: Record<string, string>
}
type Sent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

test('the secrets of a connected account are nowhere but in memory, and its events and metrics tell what happened', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-secrets-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const provider = simulateProvider('tiktok')
  const [sent, answers, refusing]: [Sent[], string[], { now: boolean }] = [[], [], { now: false }]

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', `https://${request.headers.host}`)
    const answer = async () => {
      if (url.hostname === 'shop.example') {
        sent.push(JSON.parse(Buffer.concat(chunks).toString()) as Sent)
        return { status: 200, body: {} }
      }
      if (refusing.now)
        return url.pathname.includes('oauth')
          ? { status: 200, body: { error: 'invalid_grant', error_description: 'Theirs', log_id: '2026' } }
          : { status: 401, body: { data: {}, error: { code: 'access_token_invalid', message: '', log_id: '2026' } } }
      if (url.pathname === '/v2/video/list/') return { status: 200, body: LIST }
      if (url.searchParams.get('fields')?.includes('avatar_large_url')) return { status: 200, body: USER }
      return provider.respond({
        ...{ url: url.href, method: request.method === 'POST' ? 'POST' : 'GET', accept: '', maxBytes: 1 },
        headers: { authorization: request.headers.authorization ?? '' },
        requestedFor: { platform: 'tiktok', source: 'connect' },
        body: { bytes: Buffer.concat(chunks), type: '' },
      } as Parameters<typeof provider.respond>[0])
    }
    const { status, body } = await answer()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const network = await startStubNetwork({ respond: (request, response) => void respond(request, response) })
  context.after(() => network.close())
  const file = join(folder, 'central.db')
  const client = await startClient(context, {
    platforms: [tiktok],
    network,
    environment: {
      ...{ DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'debug', EGRESS_ALLOW: 'shop.example:443' },
      ...{ TIKTOK_LOGIN_CLIENT_KEY: APPLICATION.clientId, TIKTOK_LOGIN_CLIENT_SECRET: APPLICATION.clientSecret },
    },
  })
  const { parts, app, clock, authorize, key, sender } = client
  await parts.webhooks.create({ url: 'https://shop.example/hooks', types: null, description: null }, OPERATOR)
  await parts.catchUp()

  const ask = async (path: string, body: object) => {
    const answer = await client.post(path, body, await authorize(key))
    answers.push(answer.text, JSON.stringify(answer.headers))
    return answer
  }
  const browse = async (options: Browsed) => {
    const page = await app.inject(options)
    answers.push(page.body, JSON.stringify({ ...page.headers, location: undefined }))
    return page
  }
  const connect = async (more: object) => {
    const { body } = await ask('/connect', { platform: 'tiktok', ...more })
    const start = new URL(String(body.data?.url))
    const headers = { host: start.host }
    const opened = await browse({ url: start.pathname + start.search, headers })
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const pressed = await browse({
      ...{ method: 'POST' as const, url: start.pathname, payload: `t=${start.searchParams.get('t')}` },
      headers: {
        ...headers,
        ...{ cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      },
    })
    const { pathname, search } = new URL(String(pressed.headers.location), start)
    const onward = await browse({ url: pathname + search, headers: { ...headers, cookie } })
    const callback = provider.authorize(new URL(onwardOf(onward.body)))
    await browse({ url: `/connect/tiktok/callback?${callback}`, headers: { ...headers, cookie } })
    const listed = (await ask('/connections', {})).body.data?.connections as readonly { readonly id: string }[]
    return listed[0]?.id ?? assert.fail('nothing is connected')
  }
  const read = (connection: string) => ask('/scan-profile', { platform: 'tiktok', handle: 'me', connection })
  const events = async () => {
    await sender.look()
    await sender.idle()
    return sent.splice(0).map(({ type, data }) => [type, data.platform, data.hint, data.reason ?? null])
  }

  const id = await connect({})
  assert.equal((await read(id)).status, 200)
  assert.deepEqual(await events(), [['connection.connected', 'tiktok', 'ga', null]])
  clock.at = START + 3 * HOUR_MS
  const renewed = await read(id)
  assert.equal(renewed.status, 200)
  assert.equal(renewed.headers['x-connection-state'], 'connected')

  const found = (await parts.store.connections.find(id)) ?? assert.fail()
  await parts.store.connections.put({ ...found, state: 'ending', until: clock.at + 9 * 24 * HOUR_MS })
  parts.connections.forget(id)
  assert.equal((await read(id)).headers['x-connection-state'], 'ending')
  clock.at += 3 * HOUR_MS
  refusing.now = true
  await read(id)
  await parts.connections.idle()
  assert.deepEqual(await events(), [['connection.ended', 'tiktok', 'ga', 'expired']])
  const stale = await read(id)
  assert.deepEqual([stale.status, stale.headers['x-connection-state']], [200, 'ended'])
  refusing.now = false
  assert.equal(await connect({ reconnect: id }), id)
  assert.deepEqual(await events(), [['connection.connected', 'tiktok', 'ga', null]])
  await parts.store.backup(join(folder, 'backup.db'))
  await ask('/connections', { id, disconnect: true })
  await parts.connections.idle()
  assert.deepEqual(await events(), [['connection.disconnected', 'tiktok', 'ga', null]])

  const metrics = await parts.metrics.text()
  assert.match(metrics, /^central_connects_total\{platform="tiktok",outcome="connected"\} 2$/m)
  assert.match(metrics, /^central_connection_renewals_total\{platform="tiktok",outcome="renewed"\} 1$/m)
  assert.match(metrics, /^central_connection_renewals_total\{platform="tiktok",outcome="connection_expired"\} [12]$/m)

  const outputs: Readonly<Record<string, string>> = {
    log: client.log.join('\n'),
    answers: answers.join('\n'),
    metrics,
    events: JSON.stringify(sent),
    ...Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
  }
  assert.ok(Object.keys(outputs).length >= 6 && (outputs.log ?? '').length > 1_000, Object.keys(outputs).join())
  const secrets = [...provider.secrets, APPLICATION.clientSecret]
  assert.ok(provider.secrets.length >= 7)
  const leaks = Object.entries(outputs).flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  )
  assert.deepEqual(leaks, [])
})
