// Commands on a full disk. Each must report what it could not write.

import assert from 'node:assert/strict'
import { lstat, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestCli, createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { fillUp, fullDisk } from '@central-api/testing/files/fixture.ts'
import type { RefusedLine } from '../importing/import-licenses.ts'
import { createNewKeysFile, createReportFile } from './import/import-files.ts'
import { createStandardOutput, fileSink } from './output/standard-output.ts'

type License = { readonly id: string }

/** Standard output to a file that accepts this many bytes. */
const outputWith = (capacity: number) => {
  const disk = { left: capacity }
  return createStandardOutput(
    fileSink(
      (_bytes, _offset, length) => {
        const taken = Math.min(length, disk.left)
        if (taken === 0) throw fullDisk()
        disk.left -= taken
        return taken
      },
      () => {},
    ),
    () => assert.fail('the reader is there'),
  )
}

/** Standard output to a pipe whose reader has exited. */
const brokenPipe = () => createStandardOutput({ write: (_text, done) => done(fullDisk('EPIPE')), flush() {} }, () => {})

/** Commands that show a secret once, and the message if that output is lost. */
const SHOWN_ONCE = [
  {
    words: () => ['license', 'create', '--plan', 'pro'],
    message: /License (lic_\w+) was created, but its key is lost\. Create a new key: .* license rotate \1\n/,
  },
  {
    words: (id: string) => ['license', 'rotate', id],
    message: /License (lic_\w+) has a new key, but that key is lost\. Create another key: .* license rotate \1\n/,
  },
  {
    words: (_: string, n: number) => ['operator', 'create', '--name', `Anna ${n}`, '--role', 'read'],
    message:
      /Operator (op_\w+) was created, but its token is lost\. Revoke it and create an operator with another name: .* operator revoke \1\n/,
  },
  {
    words: () => ['webhook', 'create', 'https://hooks.example.com/'],
    message:
      /Webhook (whk_\w+) was created, but its secret is lost\. Create a new secret: .* webhook rotate \1 --overlap 0\n/,
  },
] as const

for (const { words, message } of SHOWN_ONCE) {
  const [name] = [words('', 0).slice(0, 2).join(' ')]
  test(`${name}: lost output is reported with the change that remains, at any byte of a full disk and for a broken pipe`, async (context) => {
    const cli = await createTestCliOnStore(context)
    const [{ id }] = [await cli.json<License>('license', 'create', '--plan', 'pro')]
    const capacities = [0, 1, 7, 40, 100]
    for (const [n, output] of [...capacities.map((capacity) => () => outputWith(capacity)), brokenPipe].entries()) {
      for (const json of [['--json'], []]) {
        const { status, err } = await cli.runWith(output(), ...words(id, 2 * n + json.length), ...json)
        assert.equal(status, 1)
        assert.match(err, /^central-api: Cannot write the output: .*\n {2}These changes were made and remain:\n/)
        assert.match(err, message)
      }
    }
    assert.equal((await cli.runWith(outputWith(100_000), ...words(id, 99), '--json')).status, 0)
  })
}

test('a change is reported if its output is lost, and a closed pipe after a list is no error message', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await cli.json<License>('license', 'create', '--plan', 'pro')
  const { status, err } = await cli.runWith(outputWith(3), 'license', 'suspend', id)
  assert.deepEqual(
    [status, err],
    [
      1,
      `central-api: Cannot write the output: the disk is full (ENOSPC)\n  These changes were made and remain:\n  A license was suspended: ${id}\n`,
    ],
  )
  assert.deepEqual(await cli.runWith(brokenPipe(), 'license', 'list'), { status: 1, out: '', err: '' })
  const full = await cli.runWith(outputWith(3), 'license', 'list')
  assert.deepEqual(
    [full.status, full.err.split('\n')[0]],
    [1, 'central-api: Cannot write the output: the disk is full (ENOSPC)'],
  )
  const exported = await cli.runWith(outputWith(10), 'export')
  assert.deepEqual([exported.status, /the disk is full/.test(exported.err)], [1, true])
})

/** A new key, as a line of the file. */
const KEY = {
  line: 2,
  license: { id: 'lic_1', externalId: null, email: null, name: 'Größe' },
  key: 'ck_live_1',
} as const

test('on a full disk no partial keys are written, at any byte, and earlier keys stay', async (context) => {
  const cli = await createTestCli(context)
  const file = cli.file('keys.csv')
  const add = async (...keys: object[]) => {
    const keysFile = createNewKeysFile(file)
    await keysFile.add(keys as never).finally(keysFile.close)
  }
  await add(KEY)
  const before = await readFile(file, 'utf8')
  const disk = await fillUp(context, 1_000)
  await add({ ...KEY, line: 3 })
  const size = 1_000 - disk.left
  const after = await readFile(file, 'utf8')
  assert.equal(after.length, before.length + (before.split('\r\n')[1] ?? '').length + 2)
  for (let capacity = 0; capacity < size; capacity += 1) {
    disk.left = capacity
    await assert.rejects(add({ ...KEY, line: 4 }), { name: 'FileError', file, code: 'ENOSPC' })
    assert.equal(await readFile(file, 'utf8'), after)
  }
})

test('keys are appended on a new line after a truncated one, and never to another kind of file', async (context) => {
  const cli = await createTestCli(context)
  const file = cli.file('keys.csv')
  const head = 'line,license,externalId,email,name,key\r\n'
  await writeFile(file, `${head}2,lic_0,,,,ck_li`)
  const keysFile = createNewKeysFile(file)
  const removeKeys = await keysFile.add([KEY] as never)
  assert.equal(await readFile(file, 'utf8'), `${head}2,lic_0,,,,ck_li\r\n2,lic_1,,,Größe,ck_live_1\r\n`)
  await removeKeys()
  assert.equal(await readFile(file, 'utf8'), `${head}2,lic_0,,,,ck_li`)
  await keysFile.close()
  await writeFile(file, 'key,plan\n')
  await assert.rejects(createNewKeysFile(file).add([KEY] as never), /already exists and is not a file of new keys/)
  assert.equal(await readFile(file, 'utf8'), 'key,plan\n')
})

const REFUSED: RefusedLine = {
  ...{ line: 2, record: 1, externalId: 'shop-1', hint: null },
  reason: 'key_missing',
  message: 'There is no key',
}

test('a report is complete under its name, or partial as .part, at any byte of a full disk', async (context) => {
  const cli = await createTestCli(context)
  const file = cli.file('left.csv')
  const report = async () => {
    const reportFile = createReportFile(file)
    try {
      await reportFile.begin()
      await reportFile.add(REFUSED)
      await reportFile.finish()
    } finally {
      await reportFile.close()
    }
  }
  const disk = await fillUp(context, 1_000)
  await report()
  const [size, whole] = [1_000 - disk.left, await readFile(file, 'utf8')]
  for (let capacity = 0; capacity < size; capacity += 1) {
    disk.left = capacity
    await assert.rejects(report(), { name: 'FileError', file: `${file}.part`, code: 'ENOSPC' })
    // The report of the previous run stays.
    assert.equal(await readFile(file, 'utf8'), whole)
  }
  disk.left = size
  await report()
  assert.deepEqual(await readdir(cli.folder), ['left.csv'])
})

test('a report never overwrites another kind of file, and is written directly to a device', async (context) => {
  const cli = await createTestCliOnStore(context)
  const [input, mine] = [cli.file('in.csv'), cli.file('mine.txt')]
  await writeFile(input, 'key,plan\n,pro\n')
  await writeFile(mine, 'precious\n')
  for (const taken of [mine, input]) {
    const { status, err } = await cli.run('import', input, '--from', 'csv', '--report', taken)
    assert.equal(status, 1)
    assert.match(err, /already exists and is not an import report\. Choose another file with --report\n$/)
  }
  assert.equal(await readFile(mine, 'utf8'), 'precious\n')
  await symlink('/dev/null', cli.file('link'))
  for (const device of ['/dev/null', cli.file('link')]) {
    const { err } = await cli.run('import', input, '--from', 'csv', '--report', device)
    assert.match(err, /1 of 1 license was rejected/)
  }
  assert.ok((await lstat(cli.file('link'))).isSymbolicLink())
})

test('an import with new keys creates no license whose key is not in the file, at any disk capacity', async (context) => {
  const lines = Array.from({ length: 1_200 }, (_, n) => `,pro,N${n}`)
  const keysIn = (text: string) => text.match(/ck_live_[0-9A-Za-z]{38}/g) ?? []
  const disk = await fillUp(context, 0)
  for (const capacity of [0, 1, 20_000, 50_000, 90_000]) {
    disk.left = Number.POSITIVE_INFINITY
    const cli = await createTestCliOnStore(context)
    await writeFile(cli.file('in.csv'), ['key,plan,name', ...lines].join('\n'))
    const words = ['import', cli.file('in.csv'), '--from', 'csv', '--new-keys', cli.file('keys.csv')]
    await cli.json('license', 'create', '--plan', 'pro')
    disk.left = capacity
    const { status, err } = await cli.run(...words)
    assert.equal(status, 1)
    assert.match(err, /^central-api: Cannot write .*keys\.csv: the disk is full \(ENOSPC\)\n/)
    disk.left = Number.POSITIVE_INFINITY
    const createdCount = (await cli.json<License[]>('license', 'list')).length - 1
    assert.equal(keysIn(await readFile(cli.file('keys.csv'), 'utf8')).length, createdCount)
    assert.equal(
      /These changes were made and remain:\n {2}Import imp_\w+ created 500 licenses from lines 2 to 501/.test(err),
      createdCount > 0,
    )
    assert.equal(createdCount > 0, capacity > 40_000)
  }
})

test('an export on a full disk leaves no files, and can be repeated', async (context) => {
  const cli = await createTestCliOnStore(context)
  await cli.json('license', 'create', '--plan', 'pro', '--name', 'Blog')
  const [file, folder] = [cli.file('out.csv'), cli.file('out')]
  const words = [
    ['export', '--to', file],
    ['export', '--what', 'all', '--to', folder],
    ['export', '--what', 'all', '--format', 'jsonl', '--to', file],
  ]
  const before = (await readdir(cli.folder)).toSorted()
  const disk = await fillUp(context, 0)
  for (const each of words) {
    for (const capacity of [0, 1, 100, 400]) {
      disk.left = capacity
      const { status, err, out } = await cli.run(...each)
      if (status === 0) {
        await rm(file)
        continue
      }
      assert.equal(out, '')
      assert.match(
        err,
        /^central-api: Cannot write .*out.*: the disk is full \(ENOSPC\)\n {2}Free up disk space or choose another disk/,
      )
      assert.deepEqual((await readdir(cli.folder)).toSorted(), before)
    }
  }
  disk.left = Number.POSITIVE_INFINITY
  assert.equal((await cli.run('export', '--what', 'all', '--to', folder)).status, 0)
  assert.equal((await readdir(folder)).length, 6)
})

test('a backup without space for its pepper leaves no files, and can be repeated', async (context) => {
  const cli = await createTestCliOnStore(context)
  await cli.json('license', 'create', '--plan', 'pro')
  const backup = cli.file('b.db')
  const disk = await fillUp(context, 0)
  for (const capacity of [0, 1, 30]) {
    disk.left = capacity
    const { status, err } = await cli.run('backup', backup)
    assert.equal(status, 1)
    assert.match(err, /^central-api: Cannot write .*b\.db\.pepper: the disk is full \(ENOSPC\)\n/)
    assert.deepEqual(
      (await readdir(cli.folder)).filter((name) => name.startsWith('b.db')),
      [],
    )
  }
  // A failure to record the time of the backup is only a warning.
  disk.left = (await readFile(join(cli.folder, 'central.pepper'))).length + 3
  const { status, out, err } = await cli.run('backup', backup)
  assert.deepEqual([status, /^Backed up 1 license to /.test(out)], [0, true])
  assert.match(err, /^central-api: The backup is complete, but .*central\.db\.backed-up could not be written/)
})

test('a restore on a full disk changes nothing, at any byte, and can be repeated', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await cli.json<License>('license', 'create', '--plan', 'pro')
  await cli.json('backup', cli.file('b.db'))
  const elsewhere = await createTestCliOnStore(context)
  await elsewhere.json('license', 'create', '--plan', 'pro')
  const names = ['central.db', 'central.pepper']
  const files = () => Promise.all(names.map((name) => readFile(elsewhere.file(name))))
  const before = await files()
  const disk = await fillUp(context, 0)
  // The restore writes the pepper and the mark that the store is a restored copy.
  for (const capacity of [0, 1, 64, 66, 90]) {
    disk.left = capacity
    const { status } = await elsewhere.run('restore', cli.file('b.db'))
    assert.equal(status, 1, `${capacity} bytes`)
    assert.deepEqual(await files(), before)
    assert.deepEqual(
      (await readdir(elsewhere.folder)).filter((name) => /part|restor/.test(name)),
      [],
    )
  }
  disk.left = 1_000
  assert.equal((await elsewhere.run('restore', cli.file('b.db'))).status, 0)
  assert.deepEqual(
    (await elsewhere.json<License[]>('license', 'list')).map((license) => license.id),
    [id],
  )
})

test('a first start without space for the pepper leaves no partial file', async (context) => {
  const cli = await createTestCli(context)
  const disk = await fillUp(context, 0)
  for (const capacity of [0, 1, 64]) {
    disk.left = capacity
    assert.equal((await cli.run('license', 'create', '--plan', 'pro')).status, 1)
    assert.deepEqual(await readdir(cli.folder), [])
  }
  disk.left = 1_000
  assert.equal((await cli.run('license', 'create', '--plan', 'pro')).status, 0)
})

test('help and version fail if their output cannot be written', async (context) => {
  const cli = await createTestCli(context)
  for (const words of [['--help'], ['--version'], ['help'], ['license', '--help'], ['license', 'create', '--help']]) {
    assert.deepEqual(await cli.runWith(outputWith(3), ...words), {
      status: 1,
      out: '',
      err: 'central-api: Cannot write the output: the disk is full (ENOSPC)\n  Free up disk space or choose another disk, then run the command again.\n',
    })
    assert.equal((await cli.runWith(outputWith(100_000), ...words)).status, 0)
  }
})

test('a backup, restore or migration whose output is lost is reported with the paths of its files', async (context) => {
  const cli = await createTestCliOnStore(context)
  await cli.json('license', 'create', '--plan', 'pro')
  const copied = cli.file('copy.db')
  for (const [n, output] of [() => outputWith(0), () => outputWith(20), brokenPipe].entries()) {
    for (const json of [[], ['--json']]) {
      const backup = cli.file(`b${n}${json.length}.db`)
      cli.clock.at += 1_000
      const changesOf = async (...words: string[]) => {
        const { status, err } = await cli.runWith(output(), ...words, ...json)
        assert.equal(status, 1)
        const [first = '', second, ...done] = err.trimEnd().split('\n')
        assert.match(first, /^central-api: Cannot write the output: /)
        assert.equal(second, '  These changes were made and remain:')
        return done.map((line) => line.trimStart())
      }
      assert.deepEqual(await changesOf('backup', backup), [
        `The backup is complete: ${backup}`,
        `Its pepper is ${backup}.pepper`,
        'Do not run the command again for the same file: a backup never overwrites a file',
      ])
      const at = new Date(cli.clock.at).toISOString().replace(/[-:.]/g, '')
      assert.deepEqual(await changesOf('restore', backup), [
        `The store was replaced with ${backup}. Do not run the command again: it would replace the store a second time`,
        `The previous file is kept: ${cli.file(`central.db.before-restore-${at}`)}`,
      ])
      assert.deepEqual(await changesOf('migrate', '--to', `sqlite:${copied}`), [
        `Copied the SQLite store ${cli.file('central.db')} to the SQLite store ${copied}. All rows are identical`,
        'Run the command again to copy later changes and to see how to switch over',
      ])
    }
  }
})
