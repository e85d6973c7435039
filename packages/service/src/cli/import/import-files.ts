// What an import writes beside the store: the lines that were not taken, and the keys that it made. Both are about
// customers, and for their owner alone.

import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { csvLine } from '../../csv/write-csv.ts'
import { fileError } from '../../files/file-error.ts'
import { resolveLinks } from '../../files/resolve-links.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { NewKey, RefusedLine } from '../../importing/import-licenses.ts'
import type { Reason } from '../../importing/refusal.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

const MODE = 0o600
/** Characters that are written at once. */
const PAGE = 64 * 1024
/** Lines that are shown where nobody asked for a report. */
const MOST_SHOWN = 5

export type RefusedSummary = {
  readonly counts: Readonly<Partial<Record<Reason, number>>>
  /** The first ones. */
  readonly first: readonly RefusedLine[]
}

const REPORT_COLUMNS = ['line', 'record', 'reason', 'externalId', 'keyEndsIn', 'message'] as const
const NEW_KEY_COLUMNS = ['line', 'license', 'externalId', 'email', 'name', 'key'] as const

/** The report: written anew by each run, and whole under its name when the run is over; until then, and where the run fails, as a
 * part. Only counted where there is no file. */
export const createReportFile = (path: string | undefined, keepsAll = false) => {
  const counts: Partial<Record<Reason, number>> = {}
  const first: RefusedLine[] = []
  let target: Target | undefined
  let handle: FileHandle | undefined
  let page = csvLine(REPORT_COLUMNS)
  const flush = async () => {
    const { draft } = requireTarget(target)
    await naming(draft, async () => {
      if (handle !== undefined) await writeWhole(handle, page)
    })
    page = ''
  }
  const close = async () => {
    await handle?.close()
    handle = undefined
  }
  return {
    /** Before anything is taken. Rejects where another file than a report would be written over, or none can be written. */
    async begin(): Promise<void> {
      if (path === undefined) return
      const { file, draft } = await reportTarget(path)
      target = { file, draft }
      handle = await naming(draft, () => open(draft, 'w', MODE))
    },
    async add(refused: RefusedLine): Promise<void> {
      const { line, record, reason, externalId, hint, message } = refused
      counts[reason] = (counts[reason] ?? 0) + 1
      if (keepsAll || first.length < MOST_SHOWN) first.push(refused)
      if (target === undefined) return
      page += csvLine([line, record, reason, externalId, hint, message])
      if (page.length >= PAGE) await flush()
    },
    summary: (): RefusedSummary => ({ counts, first }),
    /** Gives it its name: all that was refused is in it. */
    async finish(): Promise<void> {
      if (target === undefined) return
      const { file, draft } = target
      await flush()
      if (draft === file) return close()
      await naming(draft, async () => handle?.sync())
      await close()
      await naming(file, () => rename(draft, file))
    },
    /** After a run that failed: what was told until then stays as a part. */
    async close(): Promise<void> {
      if (handle === undefined || target === undefined) return
      const { file, draft } = target
      const isUnused = first.length === 0 && draft !== file
      if (!isUnused && page !== '') await flush().catch(() => {})
      await close()
      if (isUnused) await rm(draft, { force: true })
    },
  }
}

type Target = {
  readonly file: string
  /** Where it is until it is whole; the file itself where that is no file but a device. */
  readonly draft: string
}

const reportTarget = async (path: string): Promise<Target> => {
  const found = await stat(path).catch(() => undefined)
  // What the process has open, such as /dev/stdout, keeps its place, too.
  const isDevice = found !== undefined && !found.isFile() && !found.isDirectory()
  if (isDevice || /^\/(?:dev|proc)\//.test(path)) return { file: path, draft: path }
  const file = await resolveLinks(path)
  if (found !== undefined && !(await beginsAs(file, csvLine(REPORT_COLUMNS)))) {
    throw new OperatorError(
      'conflict',
      `${path} is there already and is no report of an import; name a new file with --report`,
    )
  }
  return { file, draft: `${file}.part` }
}

const requireTarget = (target: Target | undefined): Target => {
  if (target === undefined) throw new RangeError('The report was not begun')
  return target
}

/** Whether a file is empty or begins with the text. */
const beginsAs = async (file: string, head: string): Promise<boolean> =>
  naming(file, async () => {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(head.length), 0, head.length, 0)
      return head.startsWith(buffer.toString('utf8', 0, bytesRead))
    } finally {
      await handle.close()
    }
  })

/** The keys, behind those of an import before: one that was cut off is run again. On the disk before it says so. What is written in
 * part goes again, so that each line is a whole one. */
export const createNewKeysFile = (file: string | undefined) => {
  let handle: FileHandle | undefined
  const begin = async (path: string): Promise<FileHandle> => {
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && !(await beginsAs(path, csvLine(NEW_KEY_COLUMNS)))) {
      throw new OperatorError(
        'conflict',
        `${path} is there already and is no file of new keys; name a new one with --new-keys, or that of the run before`,
      )
    }
    return open(path, 'a+', MODE)
  }
  return {
    /** Resolves to what takes them out again, where their licenses are not made. */
    async add(keys: readonly NewKey[]): Promise<() => Promise<void>> {
      if (file === undefined) return async () => {}
      const lines = keys.map(({ line, license: { id, externalId, email, name }, key }) =>
        csvLine([line, id, externalId, email, name, key]),
      )
      return naming(file, async () => {
        handle ??= await begin(file)
        const own = handle
        const { size } = await own.stat()
        const head = size === 0 ? csvLine(NEW_KEY_COLUMNS) : await endOfLine(own, size)
        try {
          await writeWhole(own, head + lines.join(''))
          await own.sync()
        } catch (error) {
          await own.truncate(size).catch(() => {})
          throw error
        }
        return () => naming(file, () => own.truncate(size))
      })
    },
    async close(): Promise<void> {
      await handle?.close()
      handle = undefined
    },
  }
}

/** A line that a run left which was killed has no end: what comes behind it would be read as a part of it. */
const endOfLine = async (handle: FileHandle, size: number): Promise<string> => {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? '' : '\r\n'
}

const naming = <T>(file: string, use: () => Promise<T>): Promise<T> =>
  use().catch((error: unknown) => {
    throw error instanceof OperatorError ? error : fileError(file, error)
  })
