import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../dialects/dialects.ts'
import { adaptResponse, secondsIn } from './adapt-response.ts'

type Adapted = { readonly status: number; readonly body: unknown }

const adapt = async (platform: keyof typeof DIALECTS, body: unknown, init: ResponseInit = {}): Promise<Adapted> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await adaptResponse(new Response(text, init), DIALECTS[platform])
  const adapted = await response.text()
  return { status: response.status, body: adapted === '' || adapted.startsWith('<') ? adapted : JSON.parse(adapted) }
}

test('a missing token type means bearer where the platform leaves it out, and only there', async () => {
  const token = { access_token: 'a', user_id: 17841400000000000 }
  assert.deepEqual(await adapt('instagram', token), {
    status: 200,
    body: { ...token, token_type: 'bearer', expires_in: 3600 },
  })
  assert.deepEqual(await adapt('mastodon', { access_token: 'a' }), { status: 200, body: { access_token: 'a' } })
})

test('a token inside of a list is the same token', async () => {
  const inner = {
    access_token: 'a',
    user_id: '1',
    permissions: 'instagram_business_basic,instagram_business_manage_insights',
  }
  const { body } = await adapt('instagram', { data: [inner] })
  assert.deepEqual(body, {
    access_token: 'a',
    user_id: '1',
    permissions: inner.permissions,
    token_type: 'bearer',
    expires_in: 3600,
    scope: 'instagram_business_basic instagram_business_manage_insights',
  })
})

test('scopes in lists, with commas and with spaces become one text', async () => {
  for (const scope of [['a', 'b'], 'a,b', 'a b', 'a, b', ['a,b']]) {
    const { body } = await adapt('tiktok', { access_token: 'a', token_type: 'Bearer', scope })
    assert.equal((body as { scope: string }).scope, 'a b')
  }
  for (const scope of [null, '', [], 7]) {
    const { body } = await adapt('tiktok', { access_token: 'a', token_type: 'Bearer', scope })
    assert.ok(!('scope' in (body as object)), JSON.stringify(scope))
  }
})

test('a field that is null or empty is no field: it would replace a refresh token', async () => {
  const { body } = await adapt('tiktok', {
    access_token: 'a',
    token_type: 'Bearer',
    refresh_token: '',
    expires_in: null,
    id_token: 'x',
  })
  assert.deepEqual(body, { access_token: 'a', token_type: 'Bearer' })
})

test('a lifetime is whole seconds, or nothing', () => {
  const times: readonly (readonly [unknown, number | undefined])[] = [
    [3600, 3600],
    ['3600', 3600],
    [3600.9, 3600],
    [0, 0],
    [-1, undefined],
    ['', undefined],
    ['soon', undefined],
    [null, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['1e9', undefined],
    [{}, undefined],
  ]
  for (const [written, seconds] of times) assert.equal(secondsIn(written), seconds, String(written))
})

test('an error that comes with success is an error', async () => {
  const error = { error: 'invalid_grant', error_description: 'Authorization code is expired', log_id: '2026' }
  assert.deepEqual(await adapt('tiktok', error), { status: 400, body: { error: 'invalid_grant' } })
})

test('an error that is an object becomes its code, and its sentence is dropped', async () => {
  const error = { error: { message: 'It was used by Ada', type: 'OAuthException', code: 100, error_subcode: 36009 } }
  assert.deepEqual(await adapt('facebook', error, { status: 400 }), { status: 400, body: { error: '100.36009' } })
  assert.deepEqual(await adapt('facebook', { error: { message: 'x' } }, { status: 500 }), {
    status: 500,
    body: { error: 'server_error' },
  })
})

test('an error that has a number becomes an error of RFC 6749, and its sentence is dropped', async () => {
  const message = 'It was used by Ada'
  for (const [status, code, error] of [
    [400, 1, 'invalid_grant'],
    [400, 283, 'invalid_grant'],
    [401, 283, 'invalid_grant'],
    [401, 2, 'invalid_client'],
    [403, 29, 'unauthorized_client'],
  ] as const)
    assert.deepEqual(await adapt('pinterest', { code, message }, { status }), { status, body: { error } })
  const response = await adaptResponse(Response.json({ code: 8, message }, { status: 429 }), DIALECTS.pinterest)
  assert.deepEqual([response.status, await response.text()], [429, ''])
})

test('a created token is a token, and a challenge in the header does not hide an error in the body', async () => {
  const token = { access_token: 'a', token_type: 'bearer' }
  assert.deepEqual(await adapt('mastodon', token, { status: 201 }), { status: 200, body: token })
  const response = await adaptResponse(
    new Response('{"error":"invalid_client"}', { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } }),
    DIALECTS.mastodon,
  )
  assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, null])
})

test('what is no JSON object stays as it is', async () => {
  for (const body of ['<html>', '[]', '"a"', '{"__proto__":{}}', '']) {
    const response = await adaptResponse(new Response(body, { status: 200 }), DIALECTS.instagram)
    assert.equal(await response.text(), body)
  }
})

test('errors that people met at token endpoints become those of RFC 6749', async () => {
  const met: readonly (readonly [keyof typeof DIALECTS, status: number, body: unknown, code: string])[] = [
    // https://github.com/plhery/node-twitter-api-v2/issues/496
    [
      'x',
      400,
      {
        ...{ error: 'invalid_request', errors: [{}] },
        error_description: 'Value passed for the authorization code was invalid.',
      },
      'invalid_grant',
    ],
    [
      'x',
      400,
      { error: 'invalid_request', error_description: 'Missing required parameter [code].' },
      'invalid_request',
    ],
    // https://github.com/better-auth/better-auth/issues/2095
    [
      'x',
      401,
      { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
      'unauthorized_client',
    ],
    // https://github.com/twitchdev/issues/issues/1037 and 1042
    ['twitch', 400, { status: 400, message: 'Invalid refresh token' }, 'invalid_grant'],
    ['twitch', 400, { status: 400, message: 'Invalid grant' }, 'invalid_grant'],
    ['twitch', 403, { status: 403, message: 'invalid client secret' }, 'invalid_client'],
    // https://github.com/praw-dev/praw/issues/677 and https://github.com/mattbdean/JRAW/issues/57
    ['reddit', 400, { message: 'Bad Request', error: 400 }, 'invalid_grant'],
    ['reddit', 401, { message: 'Unauthorized', error: 401 }, 'invalid_client'],
    ['reddit', 200, { error: 'unsupported_grant_type' }, 'unsupported_grant_type'],
    ['github', 200, { error: 'bad_refresh_token', error_uri: 'https://docs.github.com' }, 'invalid_grant'],
    ['github', 200, { error: 'incorrect_client_credentials' }, 'invalid_client'],
    ['tumblr', 400, { error: 'constructor' }, 'constructor'],
  ]
  for (const [platform, status, body, error] of met) {
    const adapted = await adapt(platform, body, { status })
    assert.deepEqual(adapted, { status: status === 200 ? 400 : status, body: { error } }, JSON.stringify(body))
  }
})

test('tokens of GitHub Apps have no scope, and those of Twitch a list of them', async () => {
  // https://github.com/omniauth/omniauth-github/issues/99
  const { body } = await adapt('github', { access_token: 'a', token_type: 'bearer', scope: '', expires_in: 28_800 })
  assert.deepEqual(body, { access_token: 'a', token_type: 'bearer', expires_in: 28_800 })
  // https://github.com/twitchdev/issues/issues/178; the type was missing for years:
  // https://github.com/justintv/Twitch-API/issues/691
  const twitch = await adapt('twitch', { access_token: 'a', expires_in: 14_293, scope: ['chat:read', 'user_read'] })
  assert.deepEqual(twitch.body, {
    ...{ access_token: 'a', token_type: 'bearer', expires_in: 14_293, scope: 'chat:read user_read' },
  })
})
