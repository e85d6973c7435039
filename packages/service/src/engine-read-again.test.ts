import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadAgain, type ReadAgainOptions } from './engine-read-again.ts'
import { isApiError } from './errors.ts'
import type { MediaOwner } from './media/media-renewals.ts'
import type { ConnectionRecord } from './storage/connection-records.ts'
import { platform } from './upstream/contract/platform.ts'

const mine = platform({
  ...{ id: 'mine', name: 'Mine', handles: ['ana'], variants: { posts: 'all' }, settings: {} as never, sources: [] },
  canonicalize: (text) => /^(?:https:\/\/mine\.example\/)?(?<name>[a-z]+)$/.exec(text)?.groups?.name,
})

const CONNECTION = {
  ...{ id: 'cn_1', licenseId: 'l_1', site: 'site-1', platform: 'mine', accountId: '7', handle: 'ana' },
  ...{ include: ['private'], state: 'active', reason: null },
} as unknown as ConnectionRecord

const start = (connection: ConnectionRecord | undefined = CONNECTION) => {
  const read: unknown[] = []
  const options: ReadAgainOptions = {
    findPlatform: (id) => (id === 'mine' ? mine : undefined),
    connections: { find: async (id) => (connection?.id === id ? connection : undefined) },
    chosen: {
      choose: (_, url) => ({ is: 'post', url }) as never,
      async readNow(choice, access) {
        read.push([(choice as unknown as { url: string }).url, access])
        return {} as never
      },
    },
    reader: {
      async account({ handle, access }) {
        read.push([handle, access])
        return { profile: {} } as never
      },
      read: async () => assert.fail('The post can be read by itself'),
    },
    isOwnUrl: () => true,
    now: () => 0,
  }
  const readAgain = createReadAgain(options)
  const ask = (owner: Partial<MediaOwner>) =>
    readAgain(
      { platform: 'mine', reach: 'public', is: 'account', url: 'https://mine.example/ana', account: null, ...owner },
      new AbortController().signal,
    )
  return { ask, read }
}

const CONNECTED = {
  ...{ licenseId: 'l_1', site: 'site-1', reach: 'cn_1', handle: 'ana' },
  own: { id: '7', includesPrivate: true },
}

test('what was public is read as the public sees it, and what a connection read through that connection', async () => {
  const { ask, read } = start()
  const url = 'https://mine.example/ana/1'
  for (const reach of ['public', 'cn_1'] as const) {
    await ask({ reach })
    await ask({ reach, is: 'post', url })
  }
  assert.deepEqual(read, [
    ['ana', { reach: 'public' }],
    [url, { reach: 'public' }],
    ['ana', CONNECTED],
    [url, CONNECTED],
  ])
})

test('a connection reads no other account, and one that is gone or taken back reads nothing', async () => {
  const ended = { ...CONNECTION, state: 'ended', reason: 'removed_by_owner' } as ConnectionRecord
  const cases = [
    [start(), { reach: 'cn_1', url: 'https://mine.example/ben' }, 'handle_malformed'],
    [start(), { reach: 'cn_2' }, 'connection_unknown'],
    [start(ended), { reach: 'cn_1' }, 'connection_ended'],
    [start({ ...CONNECTION, platform: 'other' }), { reach: 'cn_1' }, 'connection_unknown'],
    [start(), { url: 'https://elsewhere.example/ana' }, 'handle_malformed'],
    [start(), { platform: 'unknown' }, 'platform_unknown'],
  ] as const
  for (const [{ ask, read }, owner, code] of cases) {
    await assert.rejects(ask(owner), (error) => isApiError(error, code), code)
    assert.deepEqual(read, [])
  }
})
