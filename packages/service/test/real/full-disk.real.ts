// Commands on disks that fill up: a small tmpfs for each size. A command reports what it could not write, exits with status 1,
// and leaves nothing that blocks the next run. Requires root.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
const KIB = 1_024
/** The allocation unit of tmpfs. */
const PAGE_KIB = 4
const LICENSES = 400

const KEY = /ck_live_[0-9A-Za-z]{38}/g

type Night = {
  readonly folder: string
  /** Creates an empty disk of this size in KiB. */
  disk(kib: number): Promise<string>
  run(
    words: readonly string[],
    out?: string,
  ): { readonly status: number | null; readonly err: string; readonly out: string }
  count(): number
}

const startNight = async (context: TestContext): Promise<Night> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-night-'))
  const small = join(folder, 'small')
  let isMounted = false
  const unmount = () => {
    if (isMounted) execFileSync('umount', [small])
    isMounted = false
  }
  context.after(async () => {
    unmount()
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(small)
  const env = { PATH: process.env.PATH ?? '', HOME: '/tmp', DATABASE_URL: `sqlite:${folder}/central.db` }
  const run: Night['run'] = (words, file) => {
    const target = file === undefined ? 'pipe' : openSync(file, 'w')
    try {
      const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND, ...words], {
        ...{ env, encoding: 'utf8', cwd: folder, maxBuffer: 64 * KIB * KIB },
        stdio: ['ignore', target, 'pipe'],
      })
      return { status, err: stderr, out: stdout ?? '' }
    } finally {
      if (typeof target === 'number') closeSync(target)
    }
  }
  return {
    folder,
    run,
    async disk(kib) {
      unmount()
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', small])
      isMounted = true
      return small
    },
    count: () => (JSON.parse(run(['license', 'list', '--json']).out) as unknown[]).length,
  }
}

const importWords = (folder: string, ...words: string[]) => [
  'import',
  join(folder, 'in.csv'),
  '--from',
  'csv',
  ...words,
]

const writeInput = (folder: string, name: string) => {
  const lines = Array.from({ length: LICENSES }, (_, n) => `,pro,${name} ${n}`)
  return writeFile(join(folder, 'in.csv'), ['key,plan,name', ...lines].join('\n'))
}

test('an import creates no license whose key is not completely in the file, on a disk of any size', async (context) => {
  const night = await startNight(context)
  for (const kib of [PAGE_KIB, 12, 20, 28, 32, 1_024]) {
    const disk = await night.disk(kib)
    await writeInput(night.folder, `Room ${kib}`)
    const before = kib === PAGE_KIB ? 0 : night.count()
    const { status, err } = night.run(importWords(night.folder, '--new-keys', join(disk, 'keys.csv')))
    const made = night.count() - before
    const keys = (await readFile(join(disk, 'keys.csv'), 'utf8')).match(KEY) ?? []
    assert.equal(keys.length, made, `${kib} KiB: ${err}`)
    assert.equal(status, made === LICENSES ? 0 : 1)
    if (status === 1) assert.match(err, /Cannot write .*keys\.csv: the disk is full \(ENOSPC\)/)
  }
})

test('a backup, an export and a list on a disk of any size are complete or report a failure, and leave nothing behind', async (context) => {
  const night = await startNight(context)
  await writeInput(night.folder, 'Night')
  assert.equal(night.run(importWords(night.folder, '--new-keys', join(night.folder, 'keys.csv'))).status, 0)
  const whole = night.run(['export']).out
  const outcomes = { whole: 0, full: 0 }
  for (let kib = PAGE_KIB; kib <= 96; kib += PAGE_KIB) {
    const disk = await night.disk(kib)
    for (const [words, name] of [
      [['backup', join(disk, 'b.db')], 'b.db'],
      [['export', '--to', join(disk, 'x.csv')], 'x.csv'],
      [['export', '--what', 'all', '--to', join(disk, 'all')], 'all'],
    ] as const) {
      const { status, err } = night.run(words)
      if (status === 0) {
        outcomes.whole += 1
        await rm(join(disk, name), { recursive: true })
        await rm(join(disk, `${name}.pepper`), { force: true })
        continue
      }
      outcomes.full += 1
      assert.match(
        err,
        /^central-api: Cannot write .*small\/.*: the disk is full \((?:ENOSPC|SQLITE_FULL)\)\n {2}Free up disk space/,
      )
      assert.deepEqual(await readdir(disk), [], `${words.join(' ')} with ${kib} KiB`)
    }
    // Redirected by the shell to a file, which silently accepts a part of a write.
    const file = join(disk, 'list.csv')
    const { status, err } = night.run(['export'], file)
    const isWhole = (await readFile(file, 'utf8')) === whole
    assert.deepEqual([status, isWhole], [isWhole ? 0 : 1, isWhole], `${kib} KiB`)
    if (!isWhole) assert.match(err, /^central-api: Cannot write the output: the disk is full \(ENOSPC\)\n/)
  }
  assert.ok(outcomes.whole > 0 && outcomes.full > 0, JSON.stringify(outcomes))
})

test('a key that the shell redirects to a full disk is reported as lost', async (context) => {
  const night = await startNight(context)
  const disk = await night.disk(PAGE_KIB)
  for (let left = 0; left <= 480; left += 16) {
    const file = join(disk, 'key.json')
    // The rest of the only free page.
    await writeFile(file, Buffer.alloc(PAGE_KIB * KIB - left))
    const descriptor = openSync(file, 'a')
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'license', 'create', '--plan', 'pro', '--json'], {
      env: { PATH: process.env.PATH ?? '', HOME: '/tmp', DATABASE_URL: `sqlite:${night.folder}/central.db` },
      stdio: ['ignore', descriptor, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(descriptor)
    const text = (await readFile(file)).subarray(PAGE_KIB * KIB - left).toString()
    const isWhole = text.endsWith('}\n')
    assert.equal(status, isWhole ? 0 : 1, `${left} bytes`)
    if (!isWhole) assert.match(stderr, /License (lic_\w+) was created, but its key is lost\. .* license rotate \1\n$/)
  }
})

test('a restore onto a disk of any size is complete or leaves the store unchanged', async (context) => {
  const night = await startNight(context)
  await writeInput(night.folder, 'Night')
  assert.equal(night.run(importWords(night.folder, '--new-keys', join(night.folder, 'keys.csv'))).status, 0)
  assert.equal(night.run(['backup', join(night.folder, 'b.db')]).status, 0)
  const outcomes = { whole: 0, full: 0 }
  for (const kib of [64, 256, 384, 448, 512, 640, 2_048]) {
    const disk = await night.disk(kib)
    const env = { PATH: process.env.PATH ?? '', HOME: '/tmp', DATABASE_URL: `sqlite:${disk}/central.db` }
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'restore', join(night.folder, 'b.db')], {
      ...{ env, encoding: 'utf8' },
    })
    outcomes[status === 0 ? 'whole' : 'full'] += 1
    const names = await readdir(disk)
    if (status === 0) {
      assert.deepEqual(names.toSorted(), ['central.db', 'central.db.restored', 'central.pepper'])
    } else {
      assert.deepEqual(names, [], `${kib} KiB: ${stderr}`)
      assert.match(stderr, /full|disk I\/O error/)
    }
  }
  assert.ok(outcomes.whole > 0 && outcomes.full > 0, JSON.stringify(outcomes))
})

test('doctor reports that a store on a full disk is not writable, and the free space', async (context) => {
  const night = await startNight(context)
  const disk = await night.disk(3 * KIB)
  const env = { PATH: process.env.PATH ?? '', HOME: '/tmp', DATABASE_URL: `sqlite:${disk}/central.db`, PORT: '1' }
  const run = (...words: string[]) => spawnSync(process.execPath, [COMMAND, ...words], { env, encoding: 'utf8' })
  assert.equal(run('license', 'create', '--plan', 'pro').status, 0)
  await writeFile(join(disk, 'filler'), Buffer.alloc(4 * KIB * KIB)).catch(() => {})
  const { status, stdout } = run('doctor')
  assert.equal(status, 1)
  assert.match(stdout, /✗ store: (?:(?!→)[\s\S])*disk\s+is\s+full/)
  assert.match(stdout, /0 KiB are free on its\s+disk\.\s+Free\s+up\s+space\./)
})
