import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../errors.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { endpointsOf } from '../dialects/dialect.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from './connect-fault.ts'
import type { FetchInit } from './guarded-fetch.ts'
import { createOAuthClient } from './oauth-client.ts'

const R = 'https://central.example/connect/x/callback'
const VERIFIER = 'v'.repeat(43)

type Sent = {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly headers: FetchInit['headers']
}

const clientOf = (platform: keyof typeof DIALECTS, response: unknown, more: { namesIssuer?: boolean } = {}) => {
  const dialect: Dialect = DIALECTS[platform]
  const sent: Sent[] = []
  const client = createOAuthClient({
    dialect,
    endpoints: { ...endpointsOf(dialect, 'https://social.example'), ...more },
    app: { clientId: 'our id', clientSecret: dialect.proof === 'none' ? undefined : 's&cret' },
    redirectUri: R,
    fetch: async (url, { body, headers } = {}) => {
      sent.push({ url, form: Object.fromEntries(new URLSearchParams(String(body))), headers })
      if (response instanceof Error) throw response
      return response instanceof Response ? response : Response.json(response)
    },
  })
  const exchange = (query: Record<string, string>) =>
    client.exchange(new URLSearchParams({ state: 'st', ...query }), { state: 'st', verifier: VERIFIER })
  return { client, sent, exchange }
}

const TIKTOK_TOKEN = {
  open_id: 'o-1',
  scope: 'user.info.basic,video.list',
  access_token: 'act.1',
  expires_in: 7200,
  refresh_token: 'rft.1',
  refresh_expires_in: 15_552_000,
  token_type: 'Bearer',
}

test('the authorization request has the platform’s names, its separator, and PKCE where it is accepted', async () => {
  const request = { state: 'st', scopes: ['a', 'b'], verifier: VERIFIER }
  const tiktok = new URL(await clientOf('tiktok', {}).client.authorizeUrl(request))
  assert.equal(tiktok.origin + tiktok.pathname, 'https://www.tiktok.com/v2/auth/authorize/')
  const { code_challenge: challenge, ...fields } = Object.fromEntries(tiktok.searchParams)
  assert.deepEqual(fields, {
    client_key: 'our id',
    redirect_uri: R,
    response_type: 'code',
    scope: 'a,b',
    state: 'st',
    code_challenge_method: 'S256',
  })
  assert.match(challenge ?? '', /^[\w-]{43}$/)
  const threads = new URL(await clientOf('threads', {}).client.authorizeUrl(request))
  assert.deepEqual([...threads.searchParams.keys()], ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'])
  const mastodon = new URL(await clientOf('mastodon', {}).client.authorizeUrl(request))
  assert.equal(mastodon.href.split('?')[0], 'https://social.example/oauth/authorize')
  assert.equal(mastodon.searchParams.get('scope'), 'a b')
})

test('the code is exchanged with the platform’s names, and the token is read', async () => {
  const { exchange, sent } = clientOf('tiktok', TIKTOK_TOKEN)
  assert.deepEqual(await exchange({ code: 'a*b!c' }), {
    accessToken: 'act.1',
    refreshToken: 'rft.1',
    expiresInSeconds: 7200,
    refreshExpiresInSeconds: 15_552_000,
    scopes: ['user.info.basic', 'video.list'],
    subject: 'o-1',
  })
  assert.equal(sent.length, 1)
  assert.deepEqual(sent[0]?.form, {
    client_key: 'our id',
    client_secret: 's&cret',
    redirect_uri: R,
    code: 'a*b!c',
    code_verifier: VERIFIER,
    grant_type: 'authorization_code',
  })
  const instagram = clientOf('instagram', { access_token: 'IG', user_id: 17841400000000001n.toString() })
  assert.deepEqual(await instagram.exchange({ code: 'c' }), {
    accessToken: 'IG',
    expiresInSeconds: 3600,
    subject: '17841400000000001',
  })
  assert.ok(!('code_verifier' in (instagram.sent[0]?.form ?? {})))
})

test('another state, a missing or repeated one, and a missing code reach no token endpoint', async () => {
  const { client, sent } = clientOf('tiktok', TIKTOK_TOKEN)
  for (const query of ['code=c&state=other', 'code=c', 'code=c&state=st&state=st', 'state=st', 'code=&state=st', '']) {
    const failed = client.exchange(new URLSearchParams(query), { state: 'st', verifier: VERIFIER })
    await assert.rejects(failed, ConnectFault, query)
  }
  assert.deepEqual(sent, [])
})

test('a server that promises to name itself must do so, and may not name another', async () => {
  const { exchange, sent } = clientOf('mastodon', { access_token: 'a', token_type: 'Bearer' }, { namesIssuer: true })
  await assert.rejects(exchange({ code: 'c' }), ConnectFault)
  await assert.rejects(exchange({ code: 'c', iss: 'https://evil.example' }), ConnectFault)
  assert.deepEqual(sent, [])
  assert.deepEqual(await exchange({ code: 'c', iss: 'https://social.example' }), { accessToken: 'a' })
  const silent = clientOf('mastodon', { access_token: 'a', token_type: 'Bearer' })
  await assert.rejects(silent.exchange({ code: 'c', iss: 'https://evil.example' }), ConnectFault)
})

test('each error becomes one word, and nothing of the platform’s own text', async () => {
  const faults: readonly (readonly [
    response: unknown,
    query: Record<string, string>,
    code: string,
    reason?: string,
  ])[] = [
    [{}, { error: 'access_denied', error_description: 'Ada said no' }, 'connection_denied', 'access_denied'],
    [{}, { error: 'user_cancelled_login' }, 'connection_denied', 'user_cancelled_login'],
    [{}, { error: 'invalid_scope' }, 'platform_unauthorized', 'invalid_scope'],
    [{}, { error: 'temporarily_unavailable' }, 'platform_error', 'temporarily_unavailable'],
    [{}, { error: 'a <b>sentence</b> of theirs' }, 'platform_error'],
    [{ error: 'invalid_grant' }, { code: 'c' }, 'connection_expired', 'invalid_grant'],
    [{ error: 'invalid_client' }, { code: 'c' }, 'platform_unauthorized', 'invalid_client'],
    [new Response('<html>', { status: 502 }), { code: 'c' }, 'platform_error', 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
    [new Response('<html>', { status: 200 }), { code: 'c' }, 'platform_error'],
    [
      new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      { code: 'c' },
      'platform_error',
    ],
    [{ token_type: 'Bearer' }, { code: 'c' }, 'platform_error', 'OAUTH_INVALID_RESPONSE'],
    [{ access_token: 7, token_type: 'Bearer' }, { code: 'c' }, 'platform_error', 'OAUTH_INVALID_RESPONSE'],
    [{ access_token: 'a', token_type: 'mac' }, { code: 'c' }, 'platform_error', 'OAUTH_UNSUPPORTED_OPERATION'],
    [new ApiError('link_timeout'), { code: 'c' }, 'platform_timeout'],
    [new ApiError('link_unreachable'), { code: 'c' }, 'platform_error', 'link_unreachable'],
    [new ApiError('rate_limited'), { code: 'c' }, 'platform_rate_limited'],
  ]
  for (const [response, query, code, reason] of faults) {
    const fault = await clientOf('tiktok', response)
      .exchange(query)
      .catch((error: unknown) => error)
    assert.ok(fault instanceof ConnectFault)
    assert.equal(fault.code, code, JSON.stringify(query))
    if (reason !== undefined) assert.equal(fault.reason, reason)
    assert.doesNotMatch(
      JSON.stringify([fault.message, fault.reason, String(fault.stack)]),
      /Ada|sentence|act\.1|s&cret/,
    )
  }
})

test('a token is revoked where there is an endpoint for it, and no failure of that is an error', async () => {
  const { client, sent } = clientOf('tiktok', {})
  assert.equal(await client.revoke('act.1'), true)
  assert.deepEqual(sent[0]?.form, { token: 'act.1', client_key: 'our id', client_secret: 's&cret' })
  assert.equal(await clientOf('instagram', {}).client.revoke('x'), false)
  assert.equal(await clientOf('tiktok', new ApiError('link_timeout')).client.revoke('x'), false)
  assert.equal(await clientOf('tiktok', { error: 'invalid_client' }).client.revoke('x'), false)
})

test('Basic has the id and the secret as they are: what platforms decode is no more than base64', async () => {
  const { exchange, sent } = clientOf('x', { access_token: 'a', token_type: 'bearer' })
  await exchange({ code: 'c' })
  const headers = new Headers(sent[0]?.headers)
  assert.equal(headers.get('authorization'), `Basic ${Buffer.from('our id:s&cret').toString('base64')}`)
  assert.ok(!('client_secret' in (sent[0]?.form ?? {})))
})
