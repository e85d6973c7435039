// The main thread's side of the connection: sends tasks, receives results, and runs one transaction at a time.

import { Worker } from 'node:worker_threads'
import { createSlotSet } from '../../runtime/collections/slot-set.ts'
import { StoreError, type StoreErrorKind } from '../store-error.ts'
import type { SqliteFiles } from './files.ts'
import type { ThreadResponse, ThreadResult, ThreadTask } from './protocol.ts'

type Pending = { resolve: (result: ThreadResult) => void; reject: (error: StoreError) => void }

export type Connection = {
  /** Runs a task. A task outside any transaction waits until none is open. */
  run(task: ThreadTask, transaction?: symbol): Promise<ThreadResult>
  begin(accessMode: 'read only' | 'read write'): Promise<symbol>
  end(transaction: symbol, how: 'commit' | 'rollback'): Promise<void>
  close(): Promise<void>
}

/** The thread only keeps statements and passes rows on. A small young generation is collected often, which keeps the
 * heap small. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 2 } as const

/** Starts the thread. Rejects when the files cannot be opened or migrated. */
export const connect = async (files: SqliteFiles): Promise<Connection> => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: files,
    resourceLimits: THREAD_LIMITS,
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })

  const pending = createSlotSet<Pending>()
  let lost: Error | undefined
  let open: { owner: symbol; ended: PromiseWithResolvers<void> } | undefined

  worker.on('message', (response: ThreadResponse) => {
    const waiter = pending.remove(response.id)
    if ('result' in response) waiter?.resolve(response.result)
    else waiter?.reject(storeError(response.failure))
  })
  const lose = (error: Error) => {
    lost = error
    for (const { reject } of pending) reject(new StoreError('unavailable', error))
    pending.clear()
  }
  worker.on('error', lose)
  worker.on('exit', () => lose(new Error('The store is closed')))

  const post = (task: ThreadTask): Promise<ThreadResult> => {
    if (lost) return Promise.reject(new StoreError('unavailable', lost))
    return new Promise((resolve, reject) => {
      const id = pending.add({ resolve, reject })
      worker.postMessage({ ...task, id })
    })
  }

  const statement = (text: string) => post({ op: 'query', sql: text, parameters: [] })
  const leave = (error?: unknown) => {
    open?.ended.resolve()
    open = undefined
    if (error !== undefined) throw error
  }

  return {
    async run(task, transaction) {
      while (open && open.owner !== transaction) await open.ended.promise
      return post(task)
    },
    async begin(accessMode) {
      while (open) await open.ended.promise
      const owner = Symbol('transaction')
      open = { owner, ended: Promise.withResolvers() }
      // A read-only transaction blocks no one: it reads a snapshot from its first read on.
      await statement(accessMode === 'read only' ? 'begin' : 'begin immediate').catch(leave)
      return owner
    },
    async end(transaction, how) {
      if (open?.owner !== transaction) return
      // A failed commit leaves the transaction open; without a rollback all other tasks would wait forever.
      await statement(how).catch((error) => statement('rollback').finally(() => leave(error)))
      leave()
    },
    async close() {
      if (lost) return
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      await post({ op: 'close' })
      await exited
    },
  }
}

/** The meaning of SQLite's result codes (https://www.sqlite.org/rescode.html); any other code is an outage. */
const KINDS: Readonly<Record<string, StoreErrorKind>> = {
  SQLITE_CONSTRAINT_PRIMARYKEY: 'conflict',
  SQLITE_CONSTRAINT_UNIQUE: 'conflict',
  SQLITE_MISMATCH: 'rejected',
  SQLITE_TOOBIG: 'rejected',
}

const storeError = ({ code, message }: { readonly code: string; readonly message: string }): StoreError => {
  const kind = Object.hasOwn(KINDS, code) ? KINDS[code] : undefined
  return new StoreError(kind ?? 'unavailable', Object.assign(new Error(message), { code }))
}
