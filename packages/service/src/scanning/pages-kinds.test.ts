import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DAY_MS,
  FRESH_MS,
  MINUTE_MS,
  rejectsWith,
  STALE_MS,
  startEngine,
  statusResponse,
  stub,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import type { Platform } from '../upstream/contract/platform.ts'

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

test('a page of a hashtag is fresh for fifteen minutes, that of an account for five', async () => {
  const { clock, pages, scanOf } = startEngine({ platform: KINDS })
  for (const handle of ['#bread', 'name']) await pages.get(scanOf(handle))
  clock.advance(FRESH_MS + STALE_MS - 1)
  const caches = await Promise.all(['#bread', 'name'].map(async (handle) => (await pages.get(scanOf(handle))).cache))
  assert.deepEqual(caches, ['hit', 'stale'])
})
