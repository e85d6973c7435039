import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedRequest, tiktokDelivery } from '@central-api/testing/connect/signed-callbacks.ts'
import { OPERATOR } from '@central-api/testing/connect/simulated-providers.ts'
import fc from 'fast-check'
import { readSignedRequest } from './signed-request.ts'
import { readTiktokWebhook } from './tiktok-webhook.ts'

const AT = 1_900_000_000
const SECRETS = ['another-secret', OPERATOR.clientSecret]
const read = (text: string, secrets: readonly string[] = SECRETS) => readSignedRequest(text, secrets, AT * 1_000)

test('a request of Meta names the person, by the secret that signed it', () => {
  const expected = { signedBy: [1], subject: '17841400', at: AT }
  assert.deepEqual(read(signedRequest('17841400', AT)), expected)
  const [signature, payload] = signedRequest('17841400', AT).split('.')
  // Some signatures are padded.
  assert.deepEqual(read(`${signature}=.${payload}`), expected)
  assert.deepEqual(read(signedRequest('', AT, { more: { user_id: 17841400 } })), expected)
  // Two licenses that bring the same application.
  const twice = read(signedRequest('17841400', AT), [OPERATOR.clientSecret, 'another-secret', OPERATOR.clientSecret])
  assert.deepEqual(twice?.signedBy, [0, 2])
  // As older documents of Meta write it.
  assert.deepEqual(read(signedRequest('17841400', AT, { more: { algorithm: 'hmac-sha256' } })), expected)
})

test('a request of Meta counts for a day', () => {
  for (const [age, isTaken] of [
    [86_400, true],
    [86_401, false],
    [-300, true],
    [-301, false],
  ] as const)
    assert.equal(read(signedRequest('1', AT - age)) !== undefined, isTaken, String(age))
})

test('a request of Meta that nobody known signed, or that names nobody, counts for nothing', () => {
  const good = signedRequest('17841400', AT)
  const [signature = '', payload = ''] = good.split('.')
  const other = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: AT, user_id: '2' }))
  const texts = [
    ...['', '.', `.${payload}`, `${signature}.`, payload, `${good}.`, `${good}.${payload}`, ` ${good}`, `${good}\n`],
    signedRequest('17841400', AT, { secret: 'wrong' }),
    signedRequest('17841400', AT, { secret: '' }),
    signedRequest('17841400', AT, { more: { algorithm: 'none' } }),
    signedRequest('17841400', AT, { more: { algorithm: undefined } }),
    signedRequest('17841400', AT, { more: { issued_at: undefined } }),
    signedRequest('17841400', AT, { more: { issued_at: String(AT) } }),
    signedRequest('17841400', AT, { more: { user_id: undefined } }),
    signedRequest('17841400', AT, { more: { user_id: { id: 1 } } }),
    signedRequest('17841400', AT, { more: { padding: 'x'.repeat(5_000) } }),
    `${signature}.${other.toString('base64url')}`,
    `${signature.slice(0, 20)}.${payload}`,
  ]
  for (const text of texts) assert.equal(read(text), undefined, text.slice(0, 80))
  assert.equal(read(good, []), undefined)
  assert.equal(read(good, ['another-secret']), undefined)
})

test('no changed request of Meta is accepted as another one', () => {
  const good = signedRequest('17841400', AT)
  const character = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.')
  fc.assert(
    fc.property(fc.nat(good.length - 1), character, (at, put) => {
      const changed = good.slice(0, at) + put + good.slice(at + 1)
      const result = read(changed)
      // The last character of a signature has two bits that nothing reads.
      const isSame = changed.split('.')[1] === good.split('.')[1]
      assert.ok(result === undefined || (isSame && result.subject === '17841400'), changed)
    }),
    { numRuns: 100_000 },
  )
})

const APPS = [
  { clientId: 'public', clientSecret: undefined },
  { clientId: OPERATOR.clientId, clientSecret: OPERATOR.clientSecret },
]
const readTiktok = ({ header, body }: { readonly header: string; readonly body: string }, at = AT) =>
  readTiktokWebhook(header, body, APPS, at * 1_000)

test('a delivery of TikTok says why the authorization ended', () => {
  const reasons = [0, 1, 2, 3, 4, 5, 6].map((reason) => readTiktok(tiktokDelivery('open-1', reason, AT)))
  const expected = ['removed_by_owner', 'removed_by_owner', 'account_gone', 'account_gone', 'account_gone']
  assert.deepEqual(
    reasons,
    [...expected, 'app_closed', 'removed_by_owner'].map((reason) => ({
      ...{ signedBy: [1], subject: 'open-1', reason, at: AT },
    })),
  )
  assert.equal(readTiktok(tiktokDelivery('open-1', 1, AT, { more: { event: 'video.publish.completed' } })), 'nothing')
})

test('a delivery of TikTok that is repeated says when it happened', () => {
  const at = (create_time: unknown) => {
    const report = readTiktok(tiktokDelivery('open-1', 1, AT, { more: { create_time } }))
    return typeof report === 'object' && report.at
  }
  assert.deepEqual([at(AT - 200_000), at(undefined), at('soon')], [AT - 200_000, AT, AT])
})

test('a delivery of TikTok that is unsigned, changed, old or of another application counts for nothing', () => {
  const good = tiktokDelivery('open-1', 1, AT)
  for (const [sent, at] of [
    [{ ...good, header: '' }, AT],
    [{ ...good, header: good.header.replace(/s=.*/, 's=') }, AT],
    [{ ...good, header: good.header.replace(`t=${AT}`, `t=${AT + 1}`) }, AT],
    [{ ...good, body: good.body.replace('open-1', 'open-2') }, AT],
    [{ ...good, body: `${good.body} ` }, AT],
    [tiktokDelivery('open-1', 1, AT, { secret: 'wrong' }), AT],
    [tiktokDelivery('open-1', 1, AT, { more: { client_key: 'another' } }), AT],
    [good, AT + 301],
    [good, AT - 301],
  ] as const)
    assert.equal(readTiktok(sent, at), undefined, JSON.stringify(sent).slice(0, 120))
  assert.ok(readTiktok(good, AT + 300))
})
