import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createTestCli, createTestCliOnStore, type TestCli } from '@central-api/testing/cli/fixture.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import Sqlite from 'better-sqlite3'
import { openStore } from '../storage/open-store.ts'
import type { Store } from '../storage/store.ts'

type Created = { readonly id: string; readonly key: string }

const create = (cli: TestCli): Promise<Created> => cli.json<Created>('license', 'create', '--plan', 'pro')
const statusOf = async (cli: TestCli, id: string) => (await cli.json('license', 'show', id)).status
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('a backup and its pepper restore all data on another machine', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const backup = cli.file('backup.db')
  const result = await cli.run('backup', backup)
  assert.deepEqual([result.status, result.err], [0, ''])
  const { size } = await stat(backup)
  assert.equal(
    result.out,
    `Backed up 1 license to ${backup} (${size / 1024} KiB). The copy is complete and verified.
The pepper is in ${backup}.pepper. It is part of the backup. Protect both files: together they give access to all secrets.
Without the pepper, no license key can be verified.
To restore it, stop the service and run: npx --no-install central-api restore ${backup}
`,
  )
  assert.deepEqual([await modeOf(backup), await modeOf(`${backup}.pepper`)], [0o600, 0o600])

  const elsewhere = await createTestCli(context)
  const restored = await elsewhere.run('restore', backup)
  assert.deepEqual(restored, {
    status: 0,
    out: `Restored 1 license from ${backup} to the SQLite store ${elsewhere.file('central.db')}.\nStart the service: npx --no-install central-api serve\nFor a restore test next to the production service: npx --no-install central-api serve --quiet\n`,
    err: '',
  })
  assert.equal(await statusOf(elsewhere, id), 'active')
  assert.equal(
    await readFile(elsewhere.file('central.pepper'), 'utf8'),
    await readFile(cli.file('central.pepper'), 'utf8'),
  )
  // Fails unless the pepper matches the restored store.
  await create(elsewhere)
  assert.deepEqual(
    (await readdir(elsewhere.folder)).filter((name) => name.includes('restoring')),
    [],
  )
})

test('a restore keeps the previous store under another name', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const backup = cli.file('backup.db')
  assert.deepEqual(await cli.json('backup', backup), {
    file: backup,
    bytes: (await stat(backup)).size,
    licenses: 1,
    pepperFile: `${backup}.pepper`,
    laterMigrations: [],
  })
  await cli.run('license', 'revoke', id)
  await create(cli)

  const before = cli.file('central.db.before-restore-20300115T120000000Z')
  assert.deepEqual(await cli.json('restore', backup), { file: backup, licenses: 1, before: [before] })
  assert.equal(await statusOf(cli, id), 'active')
  assert.equal((await cli.json<Created[]>('license', 'list')).length, 1)

  cli.environment.DATABASE_URL = `sqlite:${before}`
  cli.environment.LICENSE_PEPPER = (await readFile(cli.file('central.pepper'), 'utf8')).trim()
  assert.equal(await statusOf(cli, id), 'revoked')
  assert.equal((await cli.json<Created[]>('license', 'list')).length, 2)
})

test('a restore deletes cached pages of a profile that was deleted after the backup', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const backup = cli.file('backup.db')
  await cli.run('backup', backup)
  const use = async <T>(read: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    return read(store).finally(() => store.close())
  }
  const key = Buffer.from('a page')
  await use(async ({ pages, goneProfiles }) => {
    await pages.put(key, { body: Buffer.from('{}'), next: null, fetchedAt: 1 })
    await goneProfiles.mark('sandbox demo', 2)
  })
  assert.ok(await use(({ pages }) => pages.find(key)))
  assert.equal((await cli.run('restore', backup)).status, 0)
  assert.deepEqual(
    await use(({ pages, goneProfiles }) => Promise.all([pages.find(key), goneProfiles.find(['sandbox demo'])])),
    [undefined, [undefined]],
  )
})

test('a restore does not bring back images that were forgotten after the backup', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const use = async <T>(read: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    return read(store).finally(() => store.close())
  }
  const [early, late] = [
    { subject: 'a'.repeat(32), markedAt: 1 },
    { subject: 'b'.repeat(32), markedAt: 2 },
  ]
  await use(({ mediaMarks }) => mediaMarks.adopt([early]))
  const backup = cli.file('backup.db')
  await cli.run('backup', backup)
  await use(({ mediaMarks }) => mediaMarks.adopt([late]))
  assert.equal((await cli.run('restore', backup)).status, 0)
  assert.deepEqual(await use(({ mediaMarks }) => mediaMarks.list()), [early, late])

  await rm(cli.file('central.db'))
  assert.equal((await cli.run('restore', backup)).status, 0)
  assert.deepEqual(await use(({ mediaMarks }) => mediaMarks.list()), [early])
})

test('a restore does not bring back accounts that were disconnected after the backup', async (context) => {
  const cli = await createTestCliOnStore(context)
  const use = async <T>(read: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    return read(store).finally(() => store.close())
  }
  const { id: owner } = await create(cli)
  const { id: deleted } = await create(cli)
  const [removed, kept, ofDeleted] = [connection(owner), connection(owner), connection(deleted)]
  await use(async ({ connections }) => {
    for (const each of [removed, kept, ofDeleted]) await connections.create(each, null)
  })
  const backup = cli.file('backup.db')
  await cli.run('backup', backup)
  await use(({ connections }) => connections.remove(removed.id, owner))
  assert.equal((await cli.run('license', 'delete', deleted, '--yes')).status, 0)
  assert.equal((await cli.run('restore', backup)).status, 0)
  const found = await use(({ connections }) => connections.page({ limit: 9 }))
  assert.deepEqual(
    found.map(({ id }) => id),
    [kept.id],
  )

  await rm(cli.file('central.db'))
  assert.equal((await cli.run('restore', backup)).status, 0)
  assert.equal((await use(({ connections }) => connections.page({ limit: 9 }))).length, 3)
})

test('a backup never overwrites a file', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const backup = cli.file('backup.db')
  for (const taken of [backup, `${backup}.pepper`]) {
    await writeFile(taken, 'something else')
    assert.deepEqual(await cli.run('backup', backup, '--json'), {
      status: 1,
      out: '',
      err: `central-api: ${taken} already exists. A backup never overwrites a file. Choose another path\n`,
    })
    assert.equal(await readFile(taken, 'utf8'), 'something else')
    await rm(taken)
  }
  assert.deepEqual(
    (await readdir(cli.folder)).filter((name) => name.startsWith('backup')),
    [],
  )
})

test('a backup into a folder that does not exist fails with the command that creates it, and writes nothing', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const before = await readdir(cli.folder)
  const folder = cli.file('no such folder')
  const refusal = (err: string) => ({ status: 1, out: '', err: `central-api: ${err}\n` })
  assert.deepEqual(
    await cli.run('backup', `${folder}/backup.db`),
    refusal(`The folder ${folder} does not exist. Create it first: mkdir -p '${folder}'`),
  )
  const file = cli.file('central.db')
  assert.deepEqual(
    await cli.run('backup', `${file}/backup.db`),
    refusal(`${file} is a file. Choose a path in a folder`),
  )
  assert.deepEqual(await readdir(cli.folder), before)
})

test('a backup under load is consistent and contains all usage that was committed before it', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const store = await openStore(cli.environment.DATABASE_URL ?? '')
  context.after(() => store.close())
  // More pages than SQLite copies in one step. A write between two steps restarts an incremental copy.
  const filler = Array.from({ length: 4_000 }, (_, at) => ({
    licenseId: `filler-${at}-${'x'.repeat(400)}`,
    windows: [{ meter: 'scans', startsAt: 0, limit: null }],
    count: 1,
  }))
  await store.usage.commit(filler, [])

  let committed = 0
  let writing = true
  const charge = { licenseId: id, windows: [{ meter: 'scans', startsAt: 0, limit: null }], count: 1 }
  const load = (async () => {
    while (writing) {
      await store.usage.commit([charge], [])
      committed += 1
    }
  })()
  while (committed < 10) await store.ping()
  const committedBefore = committed
  const { status, err } = await cli.run('backup', cli.file('backup.db'))
  const committedAfter = committed
  writing = false
  await load
  assert.deepEqual([status, err], [0, ''])
  assert.ok(committedAfter > committedBefore, 'nothing was written during the backup')

  const copy = new Sqlite(cli.file('backup.db'), { readonly: true })
  const used =
    copy.prepare<[string], { used: number }>('select used from usage where license_id = ?').get(id)?.used ?? 0
  assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok')
  assert.equal(copy.pragma('journal_mode', { simple: true }), 'delete')
  copy.close()
  assert.ok(used >= committedBefore && used <= committedAfter + 1, `${used} of ${committedBefore} to ${committedAfter}`)
})

test('a restore is rejected while another process has the store open', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const backup = cli.file('backup.db')
  await cli.json('backup', backup)
  const store = await openStore(cli.environment.DATABASE_URL ?? '')
  await store.licenses.setStatus(id, 'suspended', act())
  assert.deepEqual(await cli.run('restore', backup), {
    status: 1,
    out: '',
    err: 'central-api: The store is in use: stop the service (and other commands) first, then restore\n',
  })
  assert.equal((await store.licenses.find(id))?.status, 'suspended')
  await store.close()
  assert.deepEqual(
    (await readdir(cli.folder)).filter((name) => /restor/.test(name)),
    [],
  )
  assert.equal((await cli.run('restore', backup)).status, 0)
  assert.equal(await statusOf(cli, id), 'active')
})

test('a damaged store can be replaced, and its write-ahead log is not applied to the restored one', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  await cli.json('backup', cli.file('backup.db'))
  await writeFile(cli.file('central.db'), 'no database at all, '.repeat(500))
  await writeFile(cli.file('central.db-wal'), 'a log of something else')
  assert.equal((await cli.run('license', 'list')).status, 1)
  assert.equal((await cli.run('restore', cli.file('backup.db'))).status, 0)
  assert.equal(await statusOf(cli, id), 'active')
})

const BAD_FILES: readonly (readonly [string, (cli: TestCli, file: string) => Promise<void>, RegExp])[] = [
  ['does not exist', async () => {}, /^central-api: There is no file .*bad\.db\n$/],
  [
    'is not a database',
    (_cli, file) => writeFile(file, 'text '.repeat(1000)),
    /cannot be restored: it is not a whole SQLite file: file is not a database/,
  ],
  ['is empty', (_cli, file) => writeFile(file, ''), /cannot be restored: it is another program’s SQLite file/],
  [
    'is truncated',
    async (cli, file) => {
      const whole = await readFile(cli.file('good.db'))
      await writeFile(file, whole.subarray(0, whole.length - 8_192))
    },
    /cannot be restored: it is (?:damaged|not a whole SQLite file): /,
  ],
  [
    'belongs to another program',
    async (_cli, file) => {
      const db = new Sqlite(file)
      db.exec('create table other (id integer)')
      db.close()
    },
    /cannot be restored: it is another program’s SQLite file/,
  ],
  [
    'was written by a later version',
    async (cli, file) => {
      await copyFile(cli.file('good.db'), file)
      const db = new Sqlite(file)
      db.exec(`insert into migrations values ('9999-later', 0)`)
      db.close()
    },
    /bad\.db cannot be restored: a later version of this program made it \(9999-later\)\. Install that version, then restore it, or restore a backup from before the upgrade\n/,
  ],
]

for (const [state, make, message] of BAD_FILES) {
  test(`a file that ${state} is not restored, and nothing is changed`, async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    await cli.json('backup', cli.file('good.db'))
    await make(cli, cli.file('bad.db'))
    const { status, out, err } = await cli.run('restore', cli.file('bad.db'), '--json')
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, message)
    assert.equal(await statusOf(cli, id), 'active')
    assert.deepEqual(
      (await readdir(cli.folder)).filter((name) => /restor/.test(name)),
      [],
    )
  })
}

test('for PostgreSQL, the error names psql and pg_restore', async (context) => {
  const cli = await createTestCliOnStore(context)
  await writeFile(cli.file('backup.db'), '')
  cli.environment.DATABASE_URL = 'postgres://user:secret@db.example/central'
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  assert.deepEqual(await cli.run('restore', cli.file('backup.db')), {
    status: 1,
    out: '',
    err: 'central-api: Restore PostgreSQL with its own tools: psql or pg_restore, from the output of pg_dump\n',
  })
})

test('a store that a later version migrated is backed up, with a note to restore it with that version', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const db = new Sqlite(cli.file('central.db'))
  db.exec(`insert into migrations values ('9999-later', 0)`)
  db.close()
  const { status, out, err } = await cli.run('backup', cli.file('after.db'))
  assert.deepEqual([status, err], [0, ''])
  assert.match(out, /\nA later version migrated this store \(9999-later\)\. Restore this backup with that version\.\n/)
  const { laterMigrations } = await cli.json('backup', cli.file('again.db'))
  assert.deepEqual(laterMigrations, ['9999-later'])
})
