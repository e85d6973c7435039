import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DAY_MS,
  dataOf,
  FRESH_MS,
  MINUTE_MS,
  rejectsWith,
  STALE_MS,
  startEngine,
  statusResponse,
  stub,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { buildPost, buildProfile } from '../post/build-post.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { profileIdOf } from './profile-id.ts'

/** The stub with hashtags, playlists and searches. */
const KINDS: Platform = {
  ...stub,
  canonicalize: (input) => (/^(?:#|playlist\/|search\/)?[a-z0-9]+$/.test(input) ? input : undefined),
  kinds: {
    hashtag: { meaning: 'a tag', handles: ['#bread'], order: 'newest', authors: 'many' },
    collection: { meaning: 'a playlist', handles: ['playlist/12'], order: 'owner', authors: 'one' },
    search: { meaning: 'a search', handles: ['search/bread'], order: 'newest', authors: 'many', heldHours: 24 },
  },
  kindOf: (handle) =>
    handle.startsWith('#')
      ? 'hashtag'
      : handle.startsWith('playlist/')
        ? 'collection'
        : handle.startsWith('search/')
          ? 'search'
          : 'account',
}

const HELD_DAYS: Readonly<Record<string, number>> = { name: 30, 'playlist/12': 30, '#bread': 3, 'search/bread': 1 }

for (const [handle, days] of Object.entries(HELD_DAYS))
  test(`if the platform fails, a cached page of ${handle} is served for ${days} days and no longer`, async () => {
    const { clock, egress, pages, scanOf } = startEngine({ platform: KINDS })
    await pages.get(scanOf(handle))
    egress.response = () => statusResponse(500)
    clock.advance(days * DAY_MS - MINUTE_MS)
    const got = await pages.get(scanOf(handle))
    assert.deepEqual([got.cache, textOf(got)], ['stale', 'first'])
    await pages.idle()
    clock.advance(2 * MINUTE_MS)
    await rejectsWith(pages.get(scanOf(handle)), 'platform_error')
  })

test('a variant may be served for a shorter time if the platform fails, or not at all', async () => {
  const brief: Platform = { ...KINDS, heldHours: { media: 0 } }
  const { clock, egress, pages, scanOf } = startEngine({ platform: brief })
  const scans = [scanOf('name'), { ...scanOf('name'), variant: 'media' }] as const
  for (const scan of scans) await pages.get(scan)
  egress.response = () => statusResponse(500)
  clock.advance(FRESH_MS + STALE_MS + MINUTE_MS)
  assert.equal((await pages.get(scans[0])).cache, 'stale')
  await rejectsWith(pages.get(scans[1]), 'platform_error')
})

test('a page of a hashtag is fresh for fifteen minutes, that of an account for five', async () => {
  const { clock, pages, scanOf } = startEngine({ platform: KINDS })
  for (const handle of ['#bread', 'name']) await pages.get(scanOf(handle))
  clock.advance(FRESH_MS + STALE_MS - 1)
  const caches = await Promise.all(['#bread', 'name'].map(async (handle) => (await pages.get(scanOf(handle))).cache))
  assert.deepEqual(caches, ['hit', 'stale'])
})

const ONE_NUMBER = '12'

/** Everything has the same number, and posts say what was scanned. */
const NUMBERED: Platform = {
  ...KINDS,
  hasAccountIds: true,
  sources: [
    {
      id: 'api',
      provenance: 'official_api',
      account: async ({ handle }) => ({ id: ONE_NUMBER, profile: buildProfile({ handle }), keep: undefined }),
      async posts({ send, handle, after }) {
        await send({ url: `https://api.stub.example/${encodeURIComponent(handle)}`, query: { after } })
        return {
          posts: [buildPost({ id: '1', text: `of ${handle}` })],
          next: after === undefined ? 'behind' : undefined,
        }
      },
    },
  ],
}

test('a user, a tag, a playlist and a search with the same id share neither pages nor cursors', async () => {
  const { pages, scanOf, store, clock } = startEngine({ platform: NUMBERED })
  const handles = ['name', '#bread', 'playlist/12', 'search/bread']
  const cursors = new Map<string, string>()
  for (const handle of handles) {
    const got = await pages.get(scanOf(handle))
    assert.deepEqual([got.cache, textOf(got)], ['miss', `of ${handle}`])
    cursors.set(handle, dataOf(got.page).nextCursor ?? assert.fail())
  }
  await pages.idle()
  // Another process, which knows what is in the store only.
  const other = startEngine({ platform: NUMBERED, store, clock })
  for (const handle of handles) {
    const got = await other.pages.get(other.scanOf(handle))
    assert.deepEqual([got.cache, textOf(got)], ['hit', `of ${handle}`])
  }
  for (const [of, cursor] of cursors)
    for (const handle of handles) {
      const next = other.pages.get({ ...other.scanOf(handle), sealed: cursor })
      if (handle === of) assert.equal(textOf(await next), `of ${handle}`)
      else await rejectsWith(next, 'invalid_cursor')
    }
})

test('the id of a profile begins with its kind, except for accounts and for kinds with unique ids', () => {
  const unique: Platform = {
    ...KINDS,
    kinds: {
      collection: {
        meaning: 'a playlist',
        handles: ['playlist/12'],
        order: 'owner',
        authors: 'one',
        hasUniqueIds: true,
      },
    },
  }
  const rows: readonly (readonly [Platform, handle: string, accountId: string, id: string])[] = [
    [KINDS, 'name', '12', '12'],
    [KINDS, 'playlist/12', '12', 'collection 12'],
    [KINDS, 'playlist/12', 'collection 12', 'collection 12'],
    [KINDS, '#bread', 'collection 12', 'hashtag collection 12'],
    [KINDS, 'name', 'collection 12', 'account collection 12'],
    [unique, 'playlist/12', 'channels/12', 'channels/12'],
    [unique, 'playlist/12', 'hashtag 12', 'collection hashtag 12'],
  ]
  for (const [platform, handle, accountId, id] of rows) assert.equal(profileIdOf(platform, handle, accountId), id)
})
