// Commands that root runs on the store of the service's user. Files that they create must belong to that user.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
const USER = 1_000

const isRoot = process.geteuid?.() === 0
/** A folder of root's own keeps the other user from the command itself. */
const canEnter = () =>
  spawnSync(process.execPath, ['--check', COMMAND], { uid: USER, gid: USER, cwd: '/' }).status === 0
const whySkipped = () =>
  isRoot ? 'Another user cannot enter the folder of this repository' : 'Only root can run commands as another user'
const skip = isRoot && canEnter() ? false : whySkipped()

const startFor = async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-owner-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await chown(folder, USER, USER)
  await chmod(folder, 0o700)
  // Neither folder exists yet.
  const deepUrl = `sqlite:${folder}/data/deep/central.db`
  const env = { PATH: process.env.PATH ?? '', HOME: '/tmp', DATABASE_URL: `sqlite:${folder}/central.db` }
  const run = (user: number, ...words: string[]) => runAt(env.DATABASE_URL, user, ...words)
  const runAt = (DATABASE_URL: string, user: number, ...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
      ...{ env: { ...env, DATABASE_URL }, encoding: 'utf8', cwd: '/' },
      ...(user !== 0 && { uid: user, gid: user }),
    })
    return [status, stderr]
  }
  const owners = async () =>
    new Set(
      await Promise.all(
        (await readdir(folder, { recursive: true })).map(async (name) => (await stat(join(folder, name))).uid),
      ),
    )
  /** A command that creates the store also says so. */
  const createStore = (user: number, url = env.DATABASE_URL) => {
    const [status, stderr] = runAt(url, user, 'license', 'create', '--plan', 'pro')
    assert.equal(status, 0)
    assert.match(String(stderr), /^central-api: Created a new store, .*\n$/)
  }
  return { folder, deepUrl, run, runAt, createStore, owners }
}

test('after a backup by root, the service’s user can still run backups, with and without a cache file', {
  skip,
}, async (context) => {
  const { folder, run, createStore, owners } = await startFor(context)
  createStore(USER)
  assert.deepEqual(run(0, 'backup', join(folder, 'one.db')), [0, ''])
  assert.deepEqual(run(USER, 'backup', join(folder, 'two.db')), [0, ''])
  // The cache may be deleted while the service is stopped. The next process that opens the store creates it again.
  await rm(join(folder, 'central.cache.db'))
  assert.deepEqual(run(0, 'backup', join(folder, 'three.db')), [0, ''])
  assert.deepEqual(run(USER, 'backup', join(folder, 'four.db')), [0, ''])
  assert.deepEqual(await owners(), new Set([USER]))
})

test('a store that root creates or restores belongs to the owner of its folder', {
  skip,
}, async (context) => {
  const { folder, run, createStore, owners } = await startFor(context)
  createStore(0)
  assert.deepEqual(run(USER, 'license', 'list'), [0, ''])
  assert.deepEqual(run(0, 'backup', join(folder, 'one.db')), [0, ''])
  assert.deepEqual(run(0, 'restore', join(folder, 'one.db')), [0, ''])
  assert.deepEqual(run(USER, 'license', 'list'), [0, ''])
  assert.deepEqual(await owners(), new Set([USER]))
})

test('folders that root creates for a store, its pepper, a restore or an export belong to the owner of their parent folder', {
  skip,
}, async (context) => {
  const { folder, deepUrl, run, runAt, createStore, owners } = await startFor(context)
  createStore(0)
  assert.deepEqual(run(0, 'backup', join(folder, 'one.db')), [0, ''])
  assert.deepEqual(run(0, 'export', '--what', 'all', '--to', join(folder, 'out', 'today')), [0, ''])
  createStore(0, deepUrl)
  assert.deepEqual(runAt(deepUrl, USER, 'license', 'list'), [0, ''])
  assert.deepEqual(await owners(), new Set([USER]))
  await rm(join(folder, 'data'), { recursive: true })
  assert.deepEqual(runAt(deepUrl, 0, 'restore', join(folder, 'one.db')), [0, ''])
  assert.deepEqual(runAt(deepUrl, USER, 'license', 'list'), [0, ''])
  assert.deepEqual(await owners(), new Set([USER]))
})
