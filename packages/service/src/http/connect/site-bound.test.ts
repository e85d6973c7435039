// A connection that one site may use: no other site renews, reads or ends it, and it stays with its site.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startSandboxBrowser } from '@central-api/testing/connect/start-sandbox-browser.ts'

/** A connection that only b.example may use, and the tokens of its site, of another one, and of none. */
const start = async (context: TestContext) => {
  const browser = await startSandboxBrowser(context)
  const { authorize, key, post, walk, parts, licenseId } = browser
  const [a, b, none] = [
    await authorize(key, 'https://a.example'),
    await authorize(key, 'https://b.example'),
    await authorize(key),
  ]
  const connect = (body: object, as: typeof a) => post('/connect', { platform: 'sandbox', ...body }, as)
  const started = await connect({ siteId: 'https://b.example', label: 'Ours' }, b)
  await walk(String(started.body.data?.url), 'allow')
  const record = async () => (await parts.store.connections.list(licenseId))[0] ?? assert.fail()
  const { id, site } = await record()
  assert.equal(site, 'b.example')
  return { ...browser, a, b, none, connect, record, id }
}

test('another site of the license cannot renew a connection, whatever site it names', async (context) => {
  const { a, none, connect, record, id } = await start(context)
  const before = await record()
  const renew = { reconnect: id, label: 'Theirs' }
  for (const [body, as] of [
    [renew, a],
    [{ ...renew, siteId: 'https://b.example' }, a],
    [renew, none],
    [{ ...renew, siteId: 'https://a.example' }, none],
  ] as const)
    assertError(await connect(body, as), { code: 'connection_unknown' })
  assert.equal((await connect({ ...renew, siteId: 'https://b.example' }, none)).status, 200)
  assert.deepEqual(await record(), before)
})
