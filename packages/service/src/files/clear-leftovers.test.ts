import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clearLeftovers } from './clear-leftovers.ts'

const ID = '0b8f4a52-6c1e-4a55-9d43-0a3f8c1f7e21'
const HOUR_MS = 3_600_000
const NOW = Date.UTC(2030, 0, 15)

test('removes what a killed backup or restore left, and nothing that is in use', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const put = async (name: string, ageMs: number) => {
    const path = join(folder, name)
    await writeFile(path, '')
    await utimes(path, new Date(NOW - ageMs), new Date(NOW - ageMs))
  }
  const left = [
    `backup.db.${ID}.part`,
    `backup.db.${ID}.part-journal`,
    `licenses.csv.${ID}.part`,
    `central.db.${ID}.restoring`,
    `central.db.${ID}.restoring-wal`,
    `central.db.${ID}.restoring.cache.db`,
    `central.db.${ID}.restoring.cache.db-shm`,
  ]
  const kept = [
    'central.db',
    'central.db-wal',
    'central.db.before-restore-20300101T000000000Z',
    'film.part',
    `other.db.${ID}.restoring`,
    `central.db.${ID}.restoring.txt`,
  ]
  for (const name of [...left, ...kept]) await put(name, HOUR_MS + 1)
  await put(`young.db.${ID}.part`, HOUR_MS - 1)
  await clearLeftovers(join(folder, 'central.db'), NOW)
  assert.deepEqual((await readdir(folder)).sort(), [...kept, `young.db.${ID}.part`].sort())
})
