import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { resolveLinks } from './resolve-links.ts'

test('resolves a link over other links and linked folders, also when its target does not exist', async (context) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'central-')))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  await mkdir(at('data'))
  await mkdir(at('disk'))
  await writeFile(at('disk/there.db'), '')
  await symlink('../disk/there.db', at('data/relative.db'))
  await symlink(at('disk/there.db'), at('data/absolute.db'))
  await symlink('relative.db', at('data/twice.db'))
  await symlink('../disk/not-yet.db', at('data/dangling.db'))
  await symlink('data', at('folder'))
  await symlink('loop.db', at('data/loop.db'))
  for (const [path, file] of [
    ['data/relative.db', 'disk/there.db'],
    ['data/absolute.db', 'disk/there.db'],
    ['data/twice.db', 'disk/there.db'],
    ['data/dangling.db', 'disk/not-yet.db'],
    ['folder/relative.db', 'disk/there.db'],
    ['folder/dangling.db', 'disk/not-yet.db'],
    ['disk/there.db', 'disk/there.db'],
    ['disk/none.db', 'disk/none.db'],
  ] as const)
    assert.equal(await resolveLinks(at(path)), at(file), path)
  await assert.rejects(resolveLinks(at('data/loop.db')), /leads to itself/)
})
