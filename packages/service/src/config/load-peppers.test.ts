import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadPeppers, pepperFile } from './load-peppers.ts'
import { ConfigError } from './read-config.ts'

const SECRET = 'pepper-of-the-tests-pepper-of-the-tests'

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const secretOf = async (setting: string, databaseUrl: string) =>
  (await loadPeppers(setting, databaseUrl)).current.secret.toString()

test('the setting is used unchanged, and no file is written', async (context) => {
  const folder = await makeFolder(context)
  assert.equal(await secretOf(SECRET, `sqlite:${folder}/central.db`), SECRET)
  assert.equal(await secretOf(SECRET, 'postgres://db.example/central'), SECRET)
  assert.deepEqual(await readdir(folder), [])
})

test('without the setting, a pepper is generated next to the store, readable by its owner only, and reused', async (context) => {
  const folder = join(await makeFolder(context), 'deep')
  const url = `sqlite:${folder}/central.db`
  const secret = await secretOf('', url)
  assert.match(secret, /^[\w-]{64}$/)
  assert.deepEqual(await readdir(folder), ['central.pepper'])
  const file = join(folder, 'central.pepper')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await readFile(file, 'utf8')).trim(), secret)
  assert.equal(await secretOf('', url), secret)
})

test('processes that start together generate one pepper and all use it', async (context) => {
  const folder = await makeFolder(context)
  const url = `sqlite:${folder}/central.db`
  const secrets = await Promise.all(Array.from({ length: 50 }, () => secretOf('', url)))
  assert.equal(new Set(secrets).size, 1)
  assert.deepEqual(await readdir(folder), ['central.pepper'])
})

test('a store without its pepper is rejected, because a new pepper would match none of its keys', async (context) => {
  const folder = await makeFolder(context)
  await writeFile(join(folder, 'central.db'), '')
  await assert.rejects(loadPeppers('', `sqlite:${folder}/central.db`), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.problems.join(), /^LICENSE_PEPPER is not set and .*central\.pepper does not exist/)
    return true
  })
  assert.deepEqual(await readdir(folder), ['central.db'])
})

test('PostgreSQL requires the setting, and the message says how to generate one', async () => {
  await assert.rejects(
    loadPeppers('', 'postgres://db.example/central'),
    /LICENSE_PEPPER is required .* openssl rand -base64 48/,
  )
})

test('an empty pepper file is rejected and not replaced', async (context) => {
  const folder = await makeFolder(context)
  await writeFile(join(folder, 'central.pepper'), '\n')
  await assert.rejects(loadPeppers('', `sqlite:${folder}/central.db`), ConfigError)
  assert.equal(await readFile(join(folder, 'central.pepper'), 'utf8'), '\n')
})

test('each in-memory store has its own pepper', async () => {
  assert.equal(pepperFile('sqlite::memory:'), undefined)
  assert.notEqual(await secretOf('', 'sqlite::memory:'), await secretOf('', 'sqlite::memory:'))
})

test('the file is named after the store', () => {
  assert.equal(pepperFile('sqlite:data/central.db'), 'data/central.pepper')
  assert.equal(pepperFile('sqlite:/srv/a.sqlite3'), '/srv/a.pepper')
  assert.equal(pepperFile('sqlite:/srv/store'), '/srv/store.pepper')
  assert.equal(pepperFile('postgres://db.example/central'), undefined)
})

test('a pepper file that another process is still copying is read once it is complete', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.pepper')
  await writeFile(file, '')
  const pending = secretOf('', `sqlite:${folder}/central.db`)
  await writeFile(file, `${SECRET}\n`)
  assert.equal(await pending, SECRET)
})

test('a pepper file without a line end is accepted', async (context) => {
  const folder = await makeFolder(context)
  await writeFile(join(folder, 'central.pepper'), SECRET)
  assert.equal(await secretOf('', `sqlite:${folder}/central.db`), SECRET)
})
