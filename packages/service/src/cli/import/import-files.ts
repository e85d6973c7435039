// What an import writes beside the store: the lines that were not taken, and the keys that it made. Both are about
// customers, and for their owner alone.

import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { csvLine } from '../../csv/write-csv.ts'
import type { NewKey, RefusedLine } from '../../importing/import-licenses.ts'
import type { Reason } from '../../importing/refusal.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { reasonOf } from '../../storage/store-error.ts'

const MODE = 0o600
/** Characters that are written at once. */
const PAGE = 64 * 1024
/** Lines that are shown where nobody asked for a report. */
const MOST_SHOWN = 5

export type RefusedSummary = {
  readonly counts: Readonly<Partial<Record<Reason, number>>>
  /** The first ones, or all of them. */
  readonly first: readonly RefusedLine[]
}

const REPORT_COLUMNS = ['line', 'record', 'reason', 'externalId', 'keyEndsIn', 'message'] as const
const NEW_KEY_COLUMNS = ['line', 'license', 'externalId', 'email', 'name', 'key'] as const

/** A new file, or what is no file at all, such as the other end of a pipe: what is there is never written over. */
const openReport = async (path: string): Promise<{ handle: FileHandle; isNew: boolean }> => {
  const isFile = await stat(path).then(
    (found) => found.isFile() || found.isDirectory(),
    () => true,
  )
  try {
    return { handle: await open(path, isFile ? 'wx' : 'w', MODE), isNew: isFile }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new OperatorError('conflict', `${path} is there already; --report writes a new file. Nothing was taken`)
    throw new OperatorError('invalid', `Cannot write ${path}: ${reasonOf(cause)}. Nothing was taken`)
  }
}

/** The report, in a new file. Only counted where there is none. */
export const createReportFile = (file: string | undefined, keepsAll = false) => {
  const counts: Partial<Record<Reason, number>> = {}
  const first: RefusedLine[] = []
  let handle: FileHandle | undefined
  let isNew = false
  let page = csvLine(REPORT_COLUMNS)
  const flush = async () => {
    if (file === undefined) return
    await handle?.write(page)
    page = ''
  }
  return {
    /** Makes the file before anything is taken: what can be refused is refused in time. */
    async open(): Promise<void> {
      if (file !== undefined) ({ handle, isNew } = await openReport(file))
    },
    async add(refused: RefusedLine): Promise<void> {
      const { line, record, reason, externalId, hint, message } = refused
      counts[reason] = (counts[reason] ?? 0) + 1
      if (keepsAll || first.length < MOST_SHOWN) first.push(refused)
      if (file === undefined) return
      page += csvLine([line, record, reason, externalId, hint, message])
      if (page.length >= PAGE) await flush()
    },
    summary: (): RefusedSummary => ({ counts, first }),
    /** Where nothing was read after all, so that the next run finds the place free. */
    async removeUnused(): Promise<void> {
      if (file !== undefined && isNew && first.length === 0) await rm(file, { force: true })
    },
    async close(): Promise<void> {
      if (page !== '') await flush()
      await handle?.close()
      handle = undefined
    },
  }
}

/** The keys, behind those of an import before: one that was cut off is run again. On the disk before it says so. */
export const createNewKeysFile = (file: string | undefined) => {
  let handle: FileHandle | undefined
  return {
    async add(keys: readonly NewKey[]): Promise<void> {
      if (file === undefined) return
      handle ??= await open(file, 'a', MODE)
      const head = (await handle.stat()).size === 0 ? csvLine(NEW_KEY_COLUMNS) : ''
      const lines = keys.map(({ line, license: { id, externalId, email, name }, key }) =>
        csvLine([line, id, externalId, email, name, key]),
      )
      await handle.write(head + lines.join(''))
      await handle.sync()
    },
    async close(): Promise<void> {
      await handle?.close()
      handle = undefined
    },
  }
}
