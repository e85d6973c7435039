import assert from 'node:assert/strict'
import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from './make-folder.ts'

const USER = 1_000
const isRoot = process.geteuid?.() === 0

test('new folders are accessible to their owner only, who is the owner of the existing parent', async (context) => {
  const there = await mkdtemp(join(tmpdir(), 'central-folder-'))
  context.after(() => rm(there, { recursive: true, force: true }))
  if (isRoot) await chown(there, USER, USER)
  const [first, second] = [join(there, 'a'), join(there, 'a', 'b')]
  assert.equal(await makeFolder(`${second}/`), first)
  const { uid, gid } = await stat(there)
  for (const folder of [first, second]) {
    const made = await stat(folder)
    assert.deepEqual([made.uid, made.gid, made.mode & 0o777], [uid, gid, 0o700])
  }
  assert.equal(await makeFolder(second), undefined)
})

test('rejects where no folder can be created, without looping', async () => {
  await assert.rejects(makeFolder('/proc/no-such/folder'), /ENOENT|EACCES|EPERM/)
})
