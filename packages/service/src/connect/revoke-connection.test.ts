import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { readConfig } from '../config/read-config.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import { createConnectionSeal } from './connection-seal.ts'
import { createRevokeConnection } from './revoke-connection.ts'

const start = (isAway = false) => {
  const sent: EgressRequest[] = []
  const revoke = createRevokeConnection({
    config: {
      ...readConfig({
        ...{ TIKTOK_LOGIN_CLIENT_KEY: 'key', TIKTOK_LOGIN_CLIENT_SECRET: 'secret' },
        ...{ X_CLIENT_ID: 'key', X_CLIENT_SECRET: 'secret' },
      }),
      baseUrl: 'https://central.example',
    },
    store: { connectApps: { list: async () => [] } as never },
    seal: createConnectionSeal([randomBytes(32)], randomBytes),
    sandbox: 'https://central.example/sandbox',
    keysFor: () => [Buffer.alloc(32, 7)],
    now: () => 0,
    egress: {
      async fetch(request) {
        sent.push(request)
        if (isAway) throw new ApiError('link_unreachable')
        return { status: 200, url: request.url, headers: {}, body: Buffer.from('{}') as never }
      },
    },
  })
  const formOf = (request: EgressRequest | undefined) =>
    Object.fromEntries(new URLSearchParams(request?.body?.bytes.toString()))
  return { revoke, sent, formOf }
}

const CONNECTED = connection('lic_1', { platform: 'sandbox', host: null, appId: 'central-api' })

test('the token of a disconnected account is revoked at its platform', async () => {
  const { revoke, sent, formOf } = start()
  await revoke(CONNECTED, { token: 'the token' })
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['https://central.example/sandbox/oauth/revoke'],
  )
  assert.deepEqual(formOf(sent[0]), { token: 'the token', client_id: 'central-api' })
})

test('a refresh token is revoked, too, since it could bring another token', async () => {
  const { revoke, sent, formOf } = start()
  await revoke({ ...CONNECTED, platform: 'x', appId: 'key' }, { token: 'the token', refreshToken: 'the next' })
  assert.deepEqual(
    sent.map((request) => [request.url, formOf(request).token]),
    [
      ['https://api.x.com/2/oauth2/revoke', 'the next'],
      ['https://api.x.com/2/oauth2/revoke', 'the token'],
    ],
  )
})

test('a platform that is away, another application, and one where it would end more change nothing', async () => {
  await start(true).revoke(CONNECTED, { token: 'the token' })
  const { revoke, sent } = start()
  await revoke({ ...CONNECTED, appId: 'another' }, { token: 'the token' })
  await revoke({ ...CONNECTED, platform: 'tiktok', appId: 'key' }, { token: 'the token' })
  await revoke({ ...CONNECTED, platform: 'constructor' }, { token: 'the token' })
  await revoke(CONNECTED, {})
  assert.deepEqual(sent, [])
})
