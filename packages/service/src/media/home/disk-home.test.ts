import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { homeSuite, listOf } from '@central-api/testing/media/home-suite.ts'
import { createDiskHome } from './disk-home.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2030, 0, 15)

const start = async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-home-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const clock = { now: START }
  const home = createDiskHome(join(folder, 'media'), () => clock.now)
  return { folder: join(folder, 'media'), clock, home, list: () => listOf(home) }
}

const NAME = 'sandbox/ab/00.11.ab'

homeSuite(async (context, now) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-home-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return createDiskHome(join(folder, 'media'), now)
}, HOUR_MS)

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

test('a folder where none can be made rejects', { skip: process.platform !== 'linux' }, async () => {
  const home = createDiskHome('/proc/images', () => START)
  await assert.rejects(home.put(NAME, Buffer.from('one'), START), /ENOENT/)
})
