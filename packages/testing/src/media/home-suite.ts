// What every place for copies of images must do.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { MediaHome, StoredImage } from '@central-api/service/media/home/media-home.ts'

export type OpenHome = (context: TestContext, now: () => number) => Promise<MediaHome> | MediaHome

const START = Date.UTC(2030, 0, 15)
const HOUR_MS = 3_600_000
const NAME = 'sandbox/ab/00.11.ab'

export const listOf = async (home: MediaHome): Promise<readonly StoredImage[]> => {
  const found = await Array.fromAsync(home.list())
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** `usedWithinMs`: how exactly it knows when an image was read. */
export const homeSuite = (open: OpenHome, usedWithinMs: number): void => {
  const start = async (context: TestContext) => {
    const clock = { now: START }
    return { clock, home: await open(context, () => clock.now) }
  }

  test('what was put is found, listed, replaced and removed', async (context) => {
    const { home, clock } = await start(context)
    assert.equal(await home.get(NAME), undefined)
    assert.deepEqual(await listOf(home), [])
    await home.put(NAME, Buffer.from('one'), START)
    assert.deepEqual(await home.get(NAME), { bytes: Buffer.from('one'), storedAt: START })
    assert.deepEqual(await listOf(home), [{ name: NAME, bytes: 3, storedAt: START, usedAt: START }])
    clock.now += 60_000
    await home.put(NAME, Buffer.from('three'), clock.now)
    assert.deepEqual(await listOf(home), [{ name: NAME, bytes: 5, storedAt: clock.now, usedAt: clock.now }])
    await home.remove(NAME)
    await home.remove(NAME)
    assert.equal(await home.get(NAME), undefined)
    assert.deepEqual(await listOf(home), [])
  })

  test('says when an image was last read', async (context) => {
    const { home, clock } = await start(context)
    await home.put(NAME, Buffer.from('one'), START)
    clock.now += usedWithinMs - 1_000
    await home.get(NAME)
    assert.equal((await listOf(home))[0]?.usedAt, START)
    clock.now += 1_000
    await home.get(NAME)
    assert.deepEqual(await listOf(home), [{ name: NAME, bytes: 3, storedAt: START, usedAt: clock.now }])
    await home.remove(NAME)
    assert.deepEqual(await listOf(home), [])
  })

  test('what was made from an older image is as old as that, and is used now', async (context) => {
    const { home, clock } = await start(context)
    clock.now += 5 * HOUR_MS
    await home.put(NAME, Buffer.from('one'), START)
    assert.deepEqual(await home.get(NAME), { bytes: Buffer.from('one'), storedAt: START })
    const [listed] = await listOf(home)
    assert.deepEqual([listed?.name, listed?.usedAt], [NAME, clock.now])
    assert.ok(listed && listed.storedAt >= START && listed.storedAt <= clock.now)
  })

  test('two writers of one image leave one whole image', async (context) => {
    const { home } = await start(context)
    const sizes = [100_000, 200_000, 300_000]
    await Promise.all(sizes.map((size) => home.put(NAME, Buffer.alloc(size, size % 251), START)))
    const found = await home.get(NAME)
    assert.ok(sizes.includes(found?.bytes.length ?? 0))
    assert.equal((await listOf(home)).length, 1)
  })

  test('many images are listed once each, with those rendered from them', async (context) => {
    const { home } = await start(context)
    const names = Array.from({ length: 12 }, (_, n) => `sandbox/ab/${n}.ab${n % 3 === 0 ? '-320.webp' : ''}`).toSorted()
    for (const name of names) await home.put(name, Buffer.from(name), START)
    const listed = (await listOf(home)).map(({ name }) => name)
    assert.deepEqual([...listed].sort(), [...names].sort())
  })
}
