import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openStore } from './open-store.ts'

test("opens the backend of the URL's scheme", async () => {
  const store = await openStore('sqlite::memory:')
  assert.equal(store.backend, 'sqlite')
  await store.ping()
  await store.close()
})

for (const url of ['postgres://user:hidden-word@127.0.0.1:1/c', 'postgresql://user:hidden-word@127.0.0.1:1/c']) {
  test(`${url.split(':')[0]} names the server that cannot be reached, without the password`, async () => {
    await assert.rejects(openStore(url), (error) => {
      assert.match(String(error), /PostgreSQL at 127\.0\.0\.1:1 cannot be opened: connect ECONNREFUSED/)
      assert.ok(!String(error).includes('hidden-word'))
      return true
    })
  })
}

const REFUSED: readonly (readonly [url: string, message: RegExp])[] = [
  ['mysql://user:hidden-word@db.example/c', /The URL of the store must be sqlite:FILE or postgres:/],
  ['postgres://user:12/hidden-word@db.example/c', /The URL of the store has a special character/],
  ['sqlite:', /The URL of the store must be sqlite:FILE/],
]

for (const [url, message] of REFUSED) {
  test(`refuses "${url}" and says what is valid`, async () => {
    await assert.rejects(openStore(url), (error) => message.test(String(error)) && !/hidden-word/.test(String(error)))
  })
}

test('a service on SQLite never loads PostgreSQL', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const { openStore } = await import(${JSON.stringify(import.meta.resolve('./open-store.ts'))})
    await (await openStore('sqlite::memory:')).close()
    process.stdout.write(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
  const loaded: string[] = JSON.parse(stdout)
  assert.ok(loaded.some((url) => url.endsWith('/storage/sqlite/open.ts')))
  assert.deepEqual(
    loaded.filter((url) => /\/node_modules\/pg|\/storage\/postgres\//.test(url)),
    [],
  )
})
