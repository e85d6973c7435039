import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../src/storage/open-store.ts'
import { makeFolder } from '../process/start-process.ts'

const COMMAND = new URL('../../bin/central-api.js', import.meta.url).pathname
const HOURS_AGO = new Date(Date.now() - 2 * 3_600_000)
/** More steps than either command takes. */
const MAX_STEPS = 60

/** Loaded before the command: kills the process at its `step`-th change of files, without any clean-up. */
const killAt = (step: number) => `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
let left = ${step}
for (const name of ['chmod', 'copyFile', 'link', 'open', 'rename', 'rm', 'writeFile']) {
  const original = fs[name]
  fs[name] = (...words) => {
    left -= 1
    return left === 0 ? new Promise(() => process.kill(process.pid, 'SIGKILL')) : original(...words)
  }
}
syncBuiltinESMExports()`

const run = async (folder: string, words: readonly string[], step = 0) => {
  const preload = `data:text/javascript,${encodeURIComponent(killAt(step))}`
  const child = spawn(process.execPath, ['--import', preload, COMMAND, ...words], {
    env: { DATABASE_URL: `sqlite:${join(folder, 'central.db')}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, said }
}

const must = async (folder: string, ...words: readonly string[]) => {
  const { code, said } = await run(folder, words)
  assert.equal(code, 0, said)
}

const create = (folder: string) => must(folder, 'license', 'create', '--plan', 'pro')

const countLicenses = async (file: string): Promise<number> => {
  const store = await openStore(`sqlite:${file}`)
  try {
    return await store.licenses.count()
  } finally {
    await store.close()
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const copiesIn = async (folder: string) => (await readdir(folder)).filter((name) => /part$|restoring/.test(name))

const age = async (folder: string) => {
  for (const name of await copiesIn(folder)) await utimes(join(folder, name), HOURS_AGO, HOURS_AGO)
}

type Kill = { readonly words: readonly string[]; look(): Promise<void> }

/** Kills the command at each of its steps until it completes; resolves to the number of steps. */
const killAtEach = async (folder: string, killOf: (step: number) => Kill): Promise<number> => {
  for (let step = 1; step < MAX_STEPS; step += 1) {
    const { words, look } = killOf(step)
    const { code, signal, said } = await run(folder, words, step)
    if (signal === null) {
      assert.equal(code, 0, said)
      return step - 1
    }
    await look()
  }
  throw new Error('It never came to its end')
}

test('a backup that is killed at any step is complete with its pepper or absent; the next one deletes its leftovers', async (context) => {
  const folder = await makeFolder(context)
  await create(folder)
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const steps = await killAtEach(folder, (step) => {
    const target = join(backups, `backup-${step}.db`)
    return {
      words: ['backup', target],
      async look() {
        if (!(await exists(target))) return
        assert.ok(await exists(`${target}.pepper`))
        assert.equal(await countLicenses(target), 1)
      },
    }
  })
  assert.ok(steps > 5, `${steps}`)
  const left = await copiesIn(backups)
  assert.notDeepEqual(left, [])
  await age(backups)
  await must(folder, 'backup', join(backups, 'last.db'))
  assert.deepEqual(await copiesIn(backups), [])
})

test('a restore that is killed at any step leaves the old or the new store; the next one works, and a start deletes the copies', async (context) => {
  const folder = await makeFolder(context)
  const [store, backup] = [join(folder, 'central.db'), join(folder, 'elsewhere', 'backup.db')]
  await mkdir(join(folder, 'elsewhere'))
  await create(folder)
  await must(folder, 'backup', backup)
  await create(folder)
  const seen = new Set<number>()
  const steps = await killAtEach(folder, () => ({
    words: ['restore', backup],
    async look() {
      // A start without a file would create an empty store.
      assert.ok(await exists(store))
      await age(folder)
      seen.add(await countLicenses(store))
      assert.deepEqual(await copiesIn(folder), [])
    },
  }))
  assert.ok(steps > 8, `${steps}`)
  assert.deepEqual([...seen].sort(), [1, 2])
  assert.equal(await countLicenses(store), 1)
  const { ino } = await stat(store)
  for (const name of await readdir(folder)) {
    if (name.includes('.before-restore-')) assert.notEqual((await stat(join(folder, name))).ino, ino, name)
  }
})
