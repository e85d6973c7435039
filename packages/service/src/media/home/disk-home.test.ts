import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createDiskHome } from './disk-home.ts'
import type { StoredImage } from './media-home.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2030, 0, 15)

const start = async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-home-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const clock = { now: START }
  const home = createDiskHome(join(folder, 'media'), () => clock.now)
  const list = async () => {
    const found: StoredImage[] = []
    for await (const image of home.list()) found.push(image)
    return found.toSorted((one, other) => one.name.localeCompare(other.name))
  }
  return { folder: join(folder, 'media'), clock, home, list }
}

const NAME = 'sandbox/ab/00.11.ab'

test('what was put is found, listed, replaced and removed', async (context) => {
  const { home, list, clock } = await start(context)
  assert.equal(await home.get(NAME), undefined)
  assert.deepEqual(await list(), [])
  await home.put(NAME, Buffer.from('one'), START)
  assert.deepEqual(await home.get(NAME), { bytes: Buffer.from('one'), storedAt: START })
  assert.deepEqual(await list(), [{ name: NAME, bytes: 3, storedAt: START, usedAt: START }])
  clock.now += 60_000
  await home.put(NAME, Buffer.from('three'), clock.now)
  assert.deepEqual(await list(), [{ name: NAME, bytes: 5, storedAt: clock.now, usedAt: clock.now }])
  assert.equal(await home.remove(NAME), true)
  assert.equal(await home.remove(NAME), false)
  assert.equal(await home.get(NAME), undefined)
})

test('says to the hour when an image was last read', async (context) => {
  const { home, list, clock } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  clock.now += HOUR_MS - 1
  await home.get(NAME)
  assert.equal((await list())[0]?.usedAt, START)
  clock.now += 1
  await home.get(NAME)
  assert.deepEqual(await list(), [{ name: NAME, bytes: 3, storedAt: START, usedAt: clock.now }])
})

test('what was made from an older image is as old as that, and is used now', async (context) => {
  const { home, list, clock } = await start(context)
  clock.now += 5 * HOUR_MS
  await home.put(NAME, Buffer.from('one'), START)
  assert.deepEqual(await home.get(NAME), { bytes: Buffer.from('one'), storedAt: START })
  assert.deepEqual(await list(), [{ name: NAME, bytes: 3, storedAt: START, usedAt: clock.now }])
})

test('two writers of one image leave one whole image', async (context) => {
  const { home, list } = await start(context)
  const sizes = [100_000, 200_000, 300_000]
  await Promise.all(sizes.map((size) => home.put(NAME, Buffer.alloc(size, size % 251), START)))
  const found = await home.get(NAME)
  assert.ok(sizes.includes(found?.bytes.length ?? 0))
  assert.equal((await list()).length, 1)
})

test('a file that is being written is no image, and one of a process that died is removed', async (context) => {
  const { home, list, clock, folder } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  await writeFile(join(folder, `${NAME}~part`), 'half')
  assert.equal((await list()).length, 1)
  clock.now = Date.now() + 2 * HOUR_MS
  await list()
  assert.deepEqual(await readdir(join(folder, 'sandbox', 'ab')), ['00.11.ab'])
})

test('a folder that cannot be written rejects, and leaves nothing', async (context) => {
  const { home, folder } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(home.put('file/ab/1', Buffer.from('x'), START), /EEXIST|ENOTDIR/)
  assert.equal(await home.get('file/ab/1'), undefined)
  await chmod(join(folder, 'file'), 0o600)
})
