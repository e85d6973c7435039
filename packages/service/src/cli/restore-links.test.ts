// A store behind a symbolic link, as on a container's volume. The link must stay, and its target must be replaced.

import assert from 'node:assert/strict'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { createStore, createTestCli, createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { openStore } from '../storage/open-store.ts'

type License = { readonly id: string }

const isLink = async (path: string) => (await lstat(path)).isSymbolicLink()

/** A store in `data/` whose files are links to `disk/`, and a backup of it with one license. */
const startLinked = async (context: TestContext, names: readonly string[]) => {
  const cli = await createTestCli(context)
  cli.environment.DATABASE_URL = `sqlite:${cli.file('data/c.db')}`
  await createStore(cli)
  const created = await cli.json<License>('license', 'create', '--plan', 'pro')
  await cli.json('backup', cli.file('b.db'))
  await mkdir(cli.file('disk'))
  for (const name of names) {
    await rename(cli.file(`data/${name}`), cli.file(`disk/${name}`))
    await symlink(`../disk/${name}`, cli.file(`data/${name}`))
  }
  const ids = async () => (await cli.json<License[]>('license', 'list')).map(({ id }) => id)
  return { ...cli, id: created.id, ids }
}

const LINKED = ['c.db', 'c.cache.db', 'c.pepper']

test('a restore keeps links to the store, its cache and its pepper, and the previous files are next to the targets', async (context) => {
  const { run, file, id, ids, json } = await startLinked(context, LINKED)
  await json('license', 'create', '--plan', 'pro')
  assert.equal((await run('restore', file('b.db'))).status, 0)
  for (const name of ['c.db', 'c.pepper']) assert.ok(await isLink(file(`data/${name}`)), name)
  assert.deepEqual(await ids(), [id])
  assert.ok(await isLink(file('data/c.cache.db')))
  assert.deepEqual(
    (await readdir(file('disk'))).filter((name) => name.includes('before')),
    ['c.db.before-restore-20300115T120000000Z'],
  )
})

test('a different pepper behind a link is kept next to it, and the link stays', async (context) => {
  const elsewhere = await createTestCliOnStore(context)
  await elsewhere.json('license', 'create', '--plan', 'pro')
  await elsewhere.json('backup', elsewhere.file('b.db'))
  const { run, file, ids } = await startLinked(context, LINKED)
  assert.equal((await run('restore', elsewhere.file('b.db'))).status, 0)
  assert.ok(await isLink(file('data/c.pepper')))
  assert.equal(await readFile(file('disk/c.pepper'), 'utf8'), await readFile(elsewhere.file('central.pepper'), 'utf8'))
  assert.ok((await readdir(file('disk'))).includes('c.pepper.before-restore-20300115T120000000Z'))
  assert.equal((await ids()).length, 1)
})

test('a restore creates the target of a dangling link', async (context) => {
  const { run, file, id, ids } = await startLinked(context, ['c.db'])
  await rm(file('disk/c.db'))
  assert.equal((await run('restore', file('b.db'))).status, 0)
  assert.ok(await isLink(file('data/c.db')))
  assert.deepEqual([await readdir(file('disk')), await ids()], [['c.db'], [id]])
})

test('a restore through a link is rejected while another process has the store open', async (context) => {
  const { run, file, environment } = await startLinked(context, ['c.db'])
  const store = await openStore(environment.DATABASE_URL ?? '')
  const { status, err } = await run('restore', file('b.db'))
  await store.close()
  assert.deepEqual([status, /The store is in use/.test(err)], [1, true])
  assert.deepEqual(await readdir(file('disk')), ['c.db'])
})

test('the link may point into a folder whose name is not valid in a URL', async (context) => {
  const { run, file, id, ids } = await startLinked(context, [])
  await rename(file('disk'), file('a%20disk?'))
  await rename(file('data/c.db'), file('a%20disk?/c.db'))
  await symlink('../a%20disk?/c.db', file('data/c.db'))
  assert.equal((await run('restore', file('b.db'))).status, 0)
  assert.deepEqual(await ids(), [id])
})
