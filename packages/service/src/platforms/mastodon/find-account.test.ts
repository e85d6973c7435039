import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hosts, sendToHosts } from '@central-api/testing/urls/test-hosts.ts'
import { isRefused, type Meaning } from '../../upstream/contract/refusal.ts'
import { findAccount } from './find-account.ts'

const BY_ID = 'ap/users/115@social.example'
const HERE = 'https://social.example/api/v1/accounts/115'
const entity = (more: object) => ({ json: { id: '115', username: 'garden', ...more } })

/** Responses of the servers → handle and server, or the refusal. */
const CASES: Readonly<Record<string, readonly [Hosts, readonly [string, string] | Meaning]>> = {
  'an account of the server': [{ [HERE]: entity({ acct: 'Garden' }) }, ['garden@social.example', 'social.example']],
  'an account of another server': [
    {
      [HERE]: entity({ acct: 'garden@remote.example' }),
      'https://remote.example/api/v1/accounts/lookup?acct=garden': entity({ id: '7', acct: 'garden' }),
    },
    ['garden@remote.example', 'remote.example'],
  ],
  'an account without a name': [{ [HERE]: { json: { id: '115' } } }, 'broken'],
  'an account with an invalid name': [{ [HERE]: entity({ acct: 'a b' }) }, 'broken'],
  'a suspended account': [{ [HERE]: entity({ suspended: true }) }, 'absent'],
  'no account': [{}, 'absent'],
  'a page': [{ [HERE]: { body: '<!doctype html>' } }, 'broken'],
}

for (const [name, [hosts, expected]] of Object.entries(CASES))
  test(`finds by id ${name}`, async () => {
    const found = findAccount(sendToHosts(hosts), BY_ID)
    if (typeof expected === 'string') await assert.rejects(found, (error) => isRefused(error, expected))
    else assert.deepEqual([(await found).handle, (await found).host], expected)
  })
