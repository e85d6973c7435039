import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { parsePeppers } from '../licensing/keys/pepper.ts'
import { makeSecret, openSecret } from './secret.ts'
import { signedHeaders } from './sign.ts'

const SAMPLE = new URL('../../../../docs/samples/webhook.mjs', import.meta.url).href

type Sample = {
  openWebhook(secret: string, headers: Readonly<Record<string, string>>, body: string): unknown
}

test('the receiver in the documentation accepts what was signed for it, and nothing else', async () => {
  const { openWebhook } = (await import(SAMPLE)) as Sample
  const peppers = parsePeppers('pepper-of-the-tests-pepper-of-the-tests')
  const [one, other] = [makeSecret('whk_1', peppers, randomBytes), makeSecret('whk_1', peppers, randomBytes)]
  const keys = [one, other].map(({ sealed }) => openSecret('whk_1', sealed, peppers) ?? assert.fail())
  const body = '{"type":"webhook.test","data":{"webhook":"☕"}}'
  const now = Math.floor(Date.now() / 1_000)
  const headersAt = (timestamp: number, signing = keys) =>
    signedHeaders({ id: 'evt_1', timestamp, body: Buffer.from(body) }, signing)
  const headers = headersAt(now)
  for (const { secret } of [one, other]) assert.deepEqual(openWebhook(secret, headers, body), JSON.parse(body))
  const [, second = ''] = keys
  assert.equal(openWebhook(one.secret, headersAt(now, [Buffer.from(second)]), body), undefined)
  for (const wrong of [
    openWebhook(one.secret, headers, `${body} `),
    openWebhook(one.secret, { ...headers, 'webhook-id': 'evt_2' }, body),
    openWebhook(one.secret, { ...headers, 'webhook-timestamp': `${now + 1}` }, body),
    openWebhook(one.secret, { ...headers, 'webhook-signature': 'v1,AAAA' }, body),
    openWebhook(one.secret, {}, body),
    openWebhook(one.secret, headersAt(now - 400), body),
    openWebhook(one.secret, headersAt(now + 400), body),
  ])
    assert.equal(wrong, undefined)
})

test('a secret opens for its own webhook under its own pepper, even if that is no longer current', () => {
  const before = parsePeppers('1:old-pepper-old-pepper-old-pepper-old')
  const { secret, sealed } = makeSecret('whk_1', before, randomBytes)
  const both = parsePeppers('1:old-pepper-old-pepper-old-pepper-old,2:new-pepper-new-pepper-new-pepper-new')
  assert.equal(`whsec_${openSecret('whk_1', sealed, both)?.toString('base64')}`, secret)
  assert.equal(openSecret('whk_2', sealed, both), undefined)
  assert.equal(openSecret('whk_1', sealed, parsePeppers('2:new-pepper-new-pepper-new-pepper-new')), undefined)
  assert.ok(!sealed.includes(secret.slice(6, 20)))
})
