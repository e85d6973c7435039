// The whole way of a TikTok account over the service's API: connected, read, renewed, read again, ended.

import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { tiktok } from '@central-api/service/platforms/tiktok/tiktok.ts'
import { onwardOf } from '@central-api/testing/connect/onward-of.ts'
import { OPERATOR, simulateProvider } from '@central-api/testing/connect/simulated-providers.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import { START } from '@central-api/testing/start-service.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'

const HOUR_MS = 3_600_000
const VIDEO = { id: '7300000000000000001', create_time: 1_890_000_000, title: 'Tulips', video_description: 'Tulips' }

test('a TikTok account is connected, read, renewed and read again, and ends when its owner takes it back', async (context) => {
  const provider = simulateProvider('tiktok')
  const bearers: string[] = []
  let isTakenBack = false

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', `https://${request.headers.host}`)
    const isRead = url.pathname === '/v2/video/list/' || url.searchParams.get('fields')?.includes('avatar_large_url')
    const { authorization = '' } = request.headers
    if (isRead) bearers.push(authorization.replace('Bearer ', ''))
    const answered = isTakenBack
      ? { status: url.pathname.includes('oauth') ? 200 : 401, body: refusalOf(url) }
      : isRead
        ? { status: 200, body: url.pathname === '/v2/video/list/' ? LIST : USER }
        : await provider.respond({
            ...{ url: url.href, method: request.method === 'POST' ? 'POST' : 'GET', headers: { authorization } },
            ...{ accept: '', maxBytes: 1, requestedFor: { platform: 'tiktok', source: 'connect' } },
            body: { bytes: Buffer.concat(chunks), type: '' },
          } as Parameters<typeof provider.respond>[0])
    response.writeHead(answered.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answered.body))
  }
  const network = await startStubNetwork({ respond: (request, response) => void respond(request, response) })
  context.after(() => network.close())
  const client = await startClient(context, {
    platforms: [tiktok],
    network,
    environment: {
      TIKTOK_LOGIN_CLIENT_KEY: OPERATOR.clientId,
      TIKTOK_LOGIN_CLIENT_SECRET: OPERATOR.clientSecret,
    },
  })
  const { post, headers, app, clock, authorize, key } = client

  const { body } = await post('/connect', { platform: 'tiktok' }, headers)
  assert.ok(body.data, JSON.stringify(body))
  const start = new URL(String(body.data.url))
  const opened = await app.inject({ url: start.pathname + start.search, headers: { host: start.host } })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  const pressed = await app.inject({
    ...{ method: 'POST', url: start.pathname, payload: `t=${start.searchParams.get('t')}` },
    headers: {
      ...{ host: start.host, cookie, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  const next = new URL(String(pressed.headers.location), start)
  const onward = await app.inject({ url: next.pathname + next.search, headers: { host: start.host, cookie } })
  const callback = provider.authorize(new URL(onwardOf(onward.body)))
  const back = await app.inject({ url: `/connect/tiktok/callback?${callback}`, headers: { host: start.host, cookie } })
  assert.equal(back.statusCode, 303, back.body)
  // The client's token ends with each hour.
  const ask = async (path: string, sent: object) => post(path, sent, await authorize(key))
  const list = async () => ((await ask('/connections', {})).body.data?.connections ?? []) as readonly Listed[]
  const [connected] = await list()
  assert.ok(connected)
  assert.deepEqual(
    [connected.platform, connected.account.handle, connected.state, connected.missing],
    ['tiktok', 'garden', 'connected', ['user.info.stats']],
  )

  const read = () => ask('/scan-profile', { platform: 'tiktok', handle: 'me', connection: connected.id })
  const first = await read()
  assert.equal(first.status, 200, first.text)
  assert.match(first.text, /Tulips/)
  const [code = '', token = '', refresh = ''] = provider.secrets
  assert.match(code, /^code-/)
  assert.deepEqual([...new Set(bearers)], [token])

  clock.at = START + 3 * HOUR_MS
  bearers.length = 0
  const second = await read()
  assert.equal(second.status, 200, second.text)
  const [renewed, rotated] = provider.secrets.slice(3)
  assert.ok(renewed && rotated && renewed !== token && rotated !== refresh)
  assert.deepEqual([...new Set(bearers)], [renewed])
  for (const secret of provider.secrets) assert.ok(!`${first.text}${second.text}${back.body}`.includes(secret))

  clock.at += 3 * HOUR_MS
  isTakenBack = true
  const ended = await read()
  // The page that is cached is still shown.
  assert.ok([200, 403].includes(ended.status), ended.text)
  await client.parts.connections.idle()
  const [last] = await list()
  assert.deepEqual([last?.state, last?.reason], ['ended', 'expired'])
})

type Listed = {
  readonly id: string
  readonly platform: string
  readonly account: { readonly handle: string }
  readonly state: string
  readonly reason: string | null
  readonly missing: readonly string[]
}

const OK = { code: 'ok', message: '', log_id: '2026' }
const USER = { data: { user: { open_id: 'open-1', display_name: 'Garden', username: 'garden' } }, error: OK }
const LIST = { data: { videos: [VIDEO], has_more: false, cursor: 0 }, error: OK }

const refusalOf = (url: URL) =>
  url.pathname.includes('oauth')
    ? { error: 'invalid_grant', error_description: 'A sentence of theirs', log_id: '2026' }
    : { data: {}, error: { code: 'access_token_invalid', message: '', log_id: '2026' } }
