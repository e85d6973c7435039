// The files that an import writes: the report of rejected lines and the new keys. Both contain data of customers, so only their
// owner can read them.

import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { csvLine } from '../../csv/write-csv.ts'
import { fileError } from '../../files/file-error.ts'
import { resolveLinks } from '../../files/resolve-links.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { NewKey, RefusedLine } from '../../importing/import-licenses.ts'
import type { Reason } from '../../importing/refusal.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

const MODE = 0o600
const BUFFER_CHARACTERS = 64 * 1024
/** The number of rejected lines that are shown without a report file. */
const MAX_SHOWN = 5

export type RefusedSummary = {
  readonly counts: Readonly<Partial<Record<Reason, number>>>
  /** The first rejected lines. */
  readonly first: readonly RefusedLine[]
}

const REPORT_COLUMNS = ['line', 'record', 'reason', 'externalId', 'keyEndsIn', 'message'] as const
const NEW_KEY_COLUMNS = ['line', 'license', 'externalId', 'email', 'name', 'key'] as const

/** Creates the report. Each run writes a new one to a `.part` file, which gets its final name when the run succeeds. Without a
 * path, lines are only counted. */
export const createReportFile = (path: string | undefined, collectsAll = false) => {
  const counts: Partial<Record<Reason, number>> = {}
  const first: RefusedLine[] = []
  let target: Target | undefined
  let handle: FileHandle | undefined
  let buffer = csvLine(REPORT_COLUMNS)
  const flush = async () => {
    const { partFile } = requireTarget(target)
    await withFileError(partFile, async () => {
      if (handle !== undefined) await writeWhole(handle, buffer)
    })
    buffer = ''
  }
  const close = async () => {
    await handle?.close()
    handle = undefined
  }
  return {
    /** Call it before the import. Rejects if the path is another kind of file or cannot be written. */
    async begin(): Promise<void> {
      if (path === undefined) return
      const { file, partFile } = await reportTarget(path)
      target = { file, partFile }
      handle = await withFileError(partFile, () => open(partFile, 'w', MODE))
    },
    async add(refused: RefusedLine): Promise<void> {
      const { line, record, reason, externalId, hint, message } = refused
      counts[reason] = (counts[reason] ?? 0) + 1
      if (collectsAll || first.length < MAX_SHOWN) first.push(refused)
      if (target === undefined) return
      buffer += csvLine([line, record, reason, externalId, hint, message])
      if (buffer.length >= BUFFER_CHARACTERS) await flush()
    },
    summary: (): RefusedSummary => ({ counts, first }),
    /** Writes the rest and renames the file. */
    async finish(): Promise<void> {
      if (target === undefined) return
      const { file, partFile } = target
      await flush()
      if (partFile === file) return close()
      await withFileError(partFile, async () => handle?.sync())
      await close()
      await withFileError(file, () => rename(partFile, file))
    },
    /** Closes the file after a failed run and keeps the `.part` file if it has lines. */
    async close(): Promise<void> {
      if (handle === undefined || target === undefined) return
      const { file, partFile } = target
      const isUnused = first.length === 0 && partFile !== file
      if (!isUnused && buffer !== '') await flush().catch(() => {})
      await close()
      if (isUnused) await rm(partFile, { force: true })
    },
  }
}

type Target = {
  readonly file: string
  /** The path during the run; the same as `file` for a device. */
  readonly partFile: string
}

const reportTarget = async (path: string): Promise<Target> => {
  const found = await stat(path).catch(() => undefined)
  // Open descriptors such as /dev/stdout cannot be replaced either.
  const isDevice = found !== undefined && !found.isFile() && !found.isDirectory()
  if (isDevice || /^\/(?:dev|proc)\//.test(path)) return { file: path, partFile: path }
  const file = await resolveLinks(path)
  if (found !== undefined && !(await startsWith(file, csvLine(REPORT_COLUMNS)))) {
    throw new OperatorError(
      'conflict',
      `${path} already exists and is not an import report. Choose another file with --report`,
    )
  }
  return { file, partFile: `${file}.part` }
}

const requireTarget = (target: Target | undefined): Target => {
  if (target === undefined) throw new RangeError('The report was not started')
  return target
}

/** Whether a file is empty or begins with the text. */
const startsWith = async (file: string, head: string): Promise<boolean> =>
  withFileError(file, async () => {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(head.length), 0, head.length, 0)
      return head.startsWith(buffer.toString('utf8', 0, bytesRead))
    } finally {
      await handle.close()
    }
  })

/** Creates the file of new keys, or appends to that of an interrupted import. Keys are on disk before `add` resolves. A partial
 * write is rolled back, so that each line is complete. */
export const createNewKeysFile = (file: string | undefined) => {
  let handle: FileHandle | undefined
  const begin = async (path: string): Promise<FileHandle> => {
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && !(await startsWith(path, csvLine(NEW_KEY_COLUMNS)))) {
      throw new OperatorError(
        'conflict',
        `${path} already exists and is not a file of new keys. Choose another file with --new-keys, or that of the previous run`,
      )
    }
    return open(path, 'a+', MODE)
  }
  return {
    /** Returns a function that removes the keys again if their licenses were not created. */
    async add(keys: readonly NewKey[]): Promise<() => Promise<void>> {
      if (file === undefined) return async () => {}
      const lines = keys.map(({ line, license: { id, externalId, email, name }, key }) =>
        csvLine([line, id, externalId, email, name, key]),
      )
      return withFileError(file, async () => {
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
        return () => withFileError(file, () => own.truncate(size))
      })
    },
    async close(): Promise<void> {
      await handle?.close()
      handle = undefined
    },
  }
}

/** A killed run can leave an unfinished line, which the next line must not continue. */
const endOfLine = async (handle: FileHandle, size: number): Promise<string> => {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? '' : '\r\n'
}

const withFileError = <T>(file: string, use: () => Promise<T>): Promise<T> =>
  use().catch((error: unknown) => {
    throw error instanceof OperatorError ? error : fileError(file, error)
  })
