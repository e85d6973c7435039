// The second of two gates: a token is taken only for a license that may use its connection, whatever was parsed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { type ConnectedCredentialsOptions, createConnectedCredentials } from './connected.ts'

const kind: CredentialKind<unknown> = {
  ...{ id: 'token', settings: [], read: () => [], sign: () => ({}), steps: ['Ask.'] },
}
const OWN = connection('lic_a', { id: 'cn_1', platform: 'p', host: 'm.example', site: 'blog.example' })
const ACCESS = {
  reach: 'cn_1',
  licenseId: 'lic_a',
  site: 'blog.example',
  handle: 'demo',
  own: { id: OWN.accountId, includesPrivate: false },
} as const

/** Finds the connection whoever asks. */
const start = (found = OWN, more: Partial<ConnectedCredentialsOptions> = {}) => {
  const reports: unknown[] = []
  const credentials = createConnectedCredentials({
    find: async () => found,
    open: async ({ sealedToken }) => ({ token: sealedToken }),
    report: (_, report) => reports.push(report),
    ...more,
  })
  return { ...credentials, reports }
}

test('gives the license the credential of its own connection', async () => {
  const { id, given, platform } = await start().take(ACCESS, 'p', kind)
  assert.deepEqual([id, platform], ['cn_1', 'p'])
  const own = OWN.accountId
  assert.deepEqual(given, {
    secrets: { token: OWN.sealedToken },
    account: 'demo',
    own,
    host: 'm.example',
  })
})

test('gives no token to another license or site, nor one that ended or is of another platform', async () => {
  const refusals = [
    [OWN, { ...ACCESS, licenseId: 'lic_b' }, 'p', 'connection_unknown'],
    [OWN, { ...ACCESS, site: 'shop.example' }, 'p', 'connection_unknown'],
    [OWN, { ...ACCESS, site: undefined }, 'p', 'connection_unknown'],
    [{ ...OWN, state: 'ended', reason: 'expired' }, ACCESS, 'p', 'connection_ended'],
    [{ ...OWN, state: 'ended', reason: 'removed_by_owner' }, ACCESS, 'p', 'connection_ended'],
    [OWN, ACCESS, 'q', 'connection_ended'],
  ] as const
  for (const [found, access, platform, code] of refusals)
    await assert.rejects(start(found).take(access, platform, kind), { code })
  const none = createConnectedCredentials({ find: async () => undefined, open: async () => ({}), report: () => {} })
  await assert.rejects(none.take(ACCESS, 'p', kind), { code: 'connection_unknown' })
})

test('without this check, nothing else keeps the token from another license', async () => {
  const { take } = start(OWN, { mayUse: () => true })
  assert.equal((await take({ ...ACCESS, licenseId: 'lic_b' }, 'p', kind)).id, 'cn_1')
})

test('a token that does not open ends the connection', async () => {
  const { take, reports } = start(OWN, { open: async () => undefined })
  await assert.rejects(take(ACCESS, 'p', kind), { code: 'connection_ended' })
  assert.deepEqual(reports, [{ is: 'ended', reason: 'expired' }])
})

test('a refused token ends the connection, with the reason', () => {
  const { refuse, reports } = start()
  const reasonOf = (refusal: Parameters<typeof refuse>[1]) => refuse(ACCESS, refusal, { token: 'refused' }).details
  assert.deepEqual(reasonOf({ meaning: 'credential_expired', ends: undefined }), { reason: 'expired' })
  assert.deepEqual(reasonOf({ meaning: 'credential_lacks_scope', ends: undefined }), { reason: 'scope_missing' })
  assert.deepEqual(reasonOf({ meaning: 'credential_refused', ends: 'checkpoint' }), { reason: 'checkpoint' })
  assert.deepEqual(reports, [
    { is: 'ended', reason: 'expired', token: 'refused' },
    { is: 'ended', reason: 'scope_missing', token: 'refused' },
    { is: 'ended', reason: 'checkpoint', token: 'refused' },
  ])
})
