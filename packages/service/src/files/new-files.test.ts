import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fillUp, fullDisk } from '@central-api/testing/files/fixture.ts'
import { writeNewFiles } from './new-files.ts'
import { replaceFile } from './replace-file.ts'

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const TEXTS = { 'one.csv': 'first\r\n', 'two.csv': 'second, in two writes\r\n' }
const SIZE = Object.values(TEXTS).join('').length

const writeBoth = (folder: string): Promise<void> =>
  writeNewFiles(async ({ write }) => {
    for (const [name, text] of Object.entries(TEXTS)) {
      await write(join(folder, name), async (add) => {
        await add(text.slice(0, 3))
        await add(text.slice(3))
      })
    }
  })

test('a disk that is full at any byte leaves no file and no part of one, and with space the file is written', async (context) => {
  const folder = await makeFolder(context)
  const disk = await fillUp(context, 0)
  for (let room = 0; room < SIZE; room += 1) {
    disk.left = room
    await assert.rejects(writeBoth(folder), { name: 'FileError', code: 'ENOSPC', isFull: true }, `${room} bytes`)
    assert.deepEqual(await readdir(folder), [])
  }
  disk.left = SIZE
  await writeBoth(folder)
  for (const [name, text] of Object.entries(TEXTS)) {
    assert.equal(await readFile(join(folder, name), 'utf8'), text)
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
  }
})

test('names the file that could not be written, with the problem of its disk', async (context) => {
  const folder = await makeFolder(context)
  const failing = (code: string) =>
    writeNewFiles(({ draft }) => draft(join(folder, 'backup.db'), () => Promise.reject(fullDisk(code))))
  const file = join(folder, 'backup.db')
  await assert.rejects(failing('ENOSPC'), { message: `Cannot write ${file}: the disk is full (ENOSPC)` })
  await assert.rejects(failing('SQLITE_FULL'), { message: `Cannot write ${file}: the disk is full (SQLITE_FULL)` })
  await assert.rejects(failing('EDQUOT'), { message: `Cannot write ${file}: the disk quota is used up (EDQUOT)` })
  await assert.rejects(failing('EFBIG'), {
    message: `Cannot write ${file}: it is larger than this process may write (ulimit -f) (EFBIG)`,
  })
  await assert.rejects(
    writeNewFiles(({ write }) => write(join(folder, 'no such folder', 'x.csv'), async () => {})),
    { name: 'FileError', code: 'ENOENT', message: /x\.csv: its folder does not exist \(ENOENT\)$/ },
  )
})

test('does not blame the file for errors of its content', async (context) => {
  const folder = await makeFolder(context)
  const ofStore = Object.assign(new Error('the store went away'), { code: 'ECONNRESET' })
  const write = writeNewFiles((files) => files.write(join(folder, 'x.csv'), () => Promise.reject(ofStore)))
  await assert.rejects(write, ofStore)
  assert.deepEqual(await readdir(folder), [])
})

test('places none of several files when one exists, and does not touch that one', async (context) => {
  const folder = await makeFolder(context)
  await writeFile(join(folder, 'two.csv'), 'mine')
  await assert.rejects(writeBoth(folder), { code: 'EEXIST', message: /two\.csv: it already exists \(EEXIST\)$/ })
  assert.deepEqual(await readdir(folder), ['two.csv'])
  assert.equal(await readFile(join(folder, 'two.csv'), 'utf8'), 'mine')
})

test('replaces a small file completely or not at all, and leaves nothing next to it', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'mark')
  await replaceFile(file, 'before\n')
  const disk = await fillUp(context, 0)
  for (let room = 0; room < 6; room += 1) {
    disk.left = room
    await assert.rejects(replaceFile(file, 'after\n'), { code: 'ENOSPC' })
    assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['mark'], 'before\n'])
  }
  disk.left = 6
  await replaceFile(file, 'after\n')
  assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['mark'], 'after\n'])
})
