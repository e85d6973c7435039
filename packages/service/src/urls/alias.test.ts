import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hosts, jrd, sendToHosts, webFingerUrl } from '@central-api/testing/urls/test-hosts.ts'
import { readAccount as readLemmy } from '../platforms/lemmy/read-lemmy.ts'
import { readAccount as readMastodon } from '../platforms/mastodon/read-account.ts'
import { readAccount as readMisskey } from '../platforms/misskey/read-misskey.ts'
import { readAccount as readPeertube } from '../platforms/peertube/read-peertube.ts'
import type { Account, AccountRequest } from '../upstream/contract/source.ts'

type ReadAccount = (request: AccountRequest<never>) => Promise<Account<unknown>>

const HOME = 'https://home.example'

/** Platform → its account reader, the handle of `bo` there, and the responses of its server for `bo`. */
const PLATFORMS: Readonly<Record<string, readonly [ReadAccount, string, Hosts]>> = {
  mastodon: [
    readMastodon,
    'bo@home.example',
    { [`${HOME}/api/v1/accounts/lookup?acct=bo`]: { json: { id: '7', username: 'bo', acct: 'bo' } } },
  ],
  misskey: [readMisskey, 'bo@home.example', { [`${HOME}/api/users/show`]: { json: { id: '9a', username: 'bo' } } }],
  lemmy: [
    readLemmy,
    'bo@home.example',
    {
      [`${HOME}/api/v4/site`]: { json: { site_view: {} } },
      [`${HOME}/api/v4/person?username=bo`]: { json: { person_view: { person: { id: 7, name: 'bo' } } } },
    },
  ],
  'lemmy (a community)': [
    readLemmy,
    '!bo@home.example',
    {
      [`${HOME}/api/v4/site`]: { json: { site_view: {} } },
      [`${HOME}/api/v4/community?name=bo`]: { json: { community_view: { community: { id: 7, name: 'bo' } } } },
    },
  ],
  peertube: [
    readPeertube,
    'bo@home.example',
    {
      [`${HOME}/api/v1/accounts/bo`]: { json: { id: 7, name: 'bo' } },
      [`${HOME}/api/v1/accounts/bo/videos*`]: { json: { data: [], total: 3 } },
    },
  ],
}

const PAGE = { body: '<!doctype html><title>A site</title>' }

for (const [platform, [readAccount, handle, server]] of Object.entries(PLATFORMS))
  test(`${platform} resolves a name at a custom domain to the account behind it`, async () => {
    const named = jrd('bo@home.example', `${HOME}/users/bo`)
    for (const site of [{}, { 'https://own.example/*': { status: 403 } }, { 'https://own.example/*': PAGE }]) {
      const send = sendToHosts({
        ...server,
        ...site,
        [webFingerUrl('own.example', 'ana@own.example')]: named,
        [webFingerUrl('home.example', 'bo@home.example')]: named,
      })
      const requested = handle.replace('bo@home.example', 'ana@own.example')
      const request = {
        ...{ send, ask: send },
        settings: {} as never,
        now: () => 0,
        wait: async () => {},
        handle: requested,
        limit: 20,
      }
      const account = await readAccount(request)
      assert.deepEqual([account.id, account.handle, account.profile.handle], [handle, handle, handle])
    }
  })
