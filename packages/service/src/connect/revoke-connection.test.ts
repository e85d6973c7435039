import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import { createConnectionSeal } from './connection-seal.ts'
import { createRevokeConnection } from './revoke-connection.ts'

const start = (isAway = false) => {
  const sent: EgressRequest[] = []
  const revoke = createRevokeConnection({
    config: {
      ...{ baseUrl: 'https://central.example', brandName: 'Central API', brandLogoUrl: undefined },
      ...{ tiktokLoginClientKey: 'key', tiktokLoginClientSecret: 'secret', facebookLoginConfigId: '' },
      ...{ instagramClientId: '', instagramClientSecret: '', threadsClientId: '', threadsClientSecret: '' },
      ...{ facebookClientId: '', facebookClientSecret: '', youtubeClientId: '', youtubeClientSecret: '' },
      ...{ pinterestClientId: '', pinterestClientSecret: '', linkedinClientId: '', linkedinClientSecret: '' },
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

test('a platform that is away, another application, and one where it would end more change nothing', async () => {
  await start(true).revoke(CONNECTED, { token: 'the token' })
  const { revoke, sent } = start()
  await revoke({ ...CONNECTED, appId: 'another' }, { token: 'the token' })
  await revoke({ ...CONNECTED, platform: 'tiktok', appId: 'key' }, { token: 'the token' })
  await revoke({ ...CONNECTED, platform: 'constructor' }, { token: 'the token' })
  await revoke(CONNECTED, {})
  assert.deepEqual(sent, [])
})
