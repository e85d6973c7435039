// What every backend must do with observations of profiles and pages: the newest wins, and other processes are
// notified.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const goneProfilesSuite = (open: OpenTwo): void => {
  describe('gone profiles', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('keeps the newest time that a profile was observed gone, regardless of the order of writes', async () => {
      const profile = `sandbox ${fresh('Gärtner ☘')}`
      assert.deepEqual(await store.goneProfiles.find([profile]), [undefined])
      const times = Array.from({ length: 20 }, (_, n) => 1_900_000_000_000 + ((n * 7) % 20))
      await Promise.all(times.map((at, n) => (n % 2 ? store : other).goneProfiles.mark(profile, at)))
      assert.deepEqual(await store.goneProfiles.find([profile.toUpperCase(), profile]), [undefined, 1_900_000_000_019])
    })

    test('notifies others of a newer observation, and not of an older one', async () => {
      const profile = fresh('profile')
      const from = await store.changes.latest()
      for (const at of [2_000, 1_000, 2_000, 3_000]) await store.goneProfiles.mark(profile, at)
      const reported = (await other.changes.since(from)).map(({ topic, subject }) => `${topic} ${subject}`)
      assert.deepEqual(reported, [`profile ${profile}`, `profile ${profile}`])
    })

    test('lists those with a prefix, the newest first, and no more than asked for', async () => {
      const prefix = `${fresh('list')}/`
      const keys = ['b', 'a\n\nback', 'ü'].map((name) => prefix + name)
      for (const [n, key] of keys.entries()) await store.goneProfiles.mark(key, 1_000 + n)
      await store.goneProfiles.mark(prefix.slice(0, -1), 1_000)
      await store.goneProfiles.mark(`${prefix.slice(0, -1)}0`, 1_000)
      const rows = keys.map((key, n) => ({ key, at: 1_000 + n })).toReversed()
      assert.deepEqual(await other.goneProfiles.list(prefix, 10), rows)
      assert.deepEqual(await other.goneProfiles.list(prefix, 2), rows.slice(0, 2))
    })

    test('sweeps older observations, and nothing else', async () => {
      const [old, young] = [fresh('profile'), fresh('profile')]
      await store.goneProfiles.mark(old, 99)
      await store.goneProfiles.mark(young, 100)
      assert.equal(await other.goneProfiles.sweep(100), 1)
      assert.deepEqual(await store.goneProfiles.find([old, young]), [undefined, 100])
    })
  })
}
