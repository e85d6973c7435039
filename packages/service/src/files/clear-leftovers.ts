// Removes what a killed backup, export or restore left behind: temporary files, and a second name of a store. Recent
// files are kept, because they may still be in use.

import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** `NAME.UUID.part`, and SQLite's companion files of a copy. */
const LEFTOVER =
  /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:part|restoring(?:\.cache\.db)?)(?:-wal|-shm|-journal)?$/
const PART = /\.part(?:-wal|-shm|-journal)?$/
/** The name of a replaced store, and a second name of the store during a restore. */
const BEFORE = /\.before-restore-\d{8}T\d{9}Z$/
/** A copy in progress is written to more often than this. */
const ABANDONED_MS = 60 * 60_000

/** Checks the folder of `file` for its own leftovers and for those of any backup. Never rejects for a file that cannot
 * be removed. */
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

/** Removes second names of the store. Only for a restore in progress: such a name may soon be the only one. */
export const clearSecondNames = async (store: string): Promise<void> => {
  const [folder, known] = [dirname(store), await stat(store).catch(() => undefined)]
  for (const name of await readdir(folder).catch(() => [])) {
    if (!(name.startsWith(`${basename(store)}.`) && BEFORE.test(name))) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.ino === known?.ino && found.dev === known.dev) await rm(path, { force: true })
  }
}
