// Clears away what a backup, an export or a restore left that was killed: files in the making, and a second name of a store.
// Whatever may still be in the making is left alone.

import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** `NAME.UUID.part`, and what SQLite keeps beside a copy of a store. */
const LEFTOVER =
  /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:part|restoring(?:\.cache\.db)?)(?:-wal|-shm|-journal)?$/
const PART = /\.part(?:-wal|-shm|-journal)?$/
/** What a restore calls the store before, and the store itself until another is in its place. */
const BEFORE = /\.before-restore-\d{8}T\d{9}Z$/
/** No copy takes so long without a byte being written. */
const ABANDONED_MS = 60 * 60_000

/** Looks beside `file`, for what begins with its name or is a backup of another one. Never rejects for what it finds. */
export const clearLeftovers = async (file: string, now = Date.now()): Promise<void> => {
  const folder = dirname(file)
  for (const name of await readdir(folder).catch(() => [])) {
    const isOurs = LEFTOVER.test(name) && (PART.test(name) || name.startsWith(`${basename(file)}.`))
    if (!isOurs) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && found.mtimeMs < now - ABANDONED_MS) await rm(path, { force: true }).catch(() => {})
  }
}

/** Takes second names away from the store. For whoever restores alone: the next moment such a name may be the only one. */
export const clearSecondNames = async (store: string): Promise<void> => {
  const [folder, known] = [dirname(store), await stat(store).catch(() => undefined)]
  for (const name of await readdir(folder).catch(() => [])) {
    if (!(name.startsWith(`${basename(store)}.`) && BEFORE.test(name))) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.ino === known?.ino && found.dev === known.dev) await rm(path, { force: true })
  }
}
