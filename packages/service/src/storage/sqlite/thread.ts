// The thread that owns the SQLite connection. Statements wait for the disk here, so that they never block the event
// loop.

import { parentPort, workerData } from 'node:worker_threads'
import Sqlite, { type Statement } from 'better-sqlite3'
import type { Query } from '../records/cache-query.ts'
import { createUsageCommit } from './commit-usage.ts'
import { openDatabase } from './database.ts'
import type { SqliteFiles } from './files.ts'
import { OPTIMIZE_TRIGRAMS } from './index-license-trigrams.ts'
import type { ThreadRequest, ThreadResponse, ThreadResult } from './protocol.ts'
import { watchFiles } from './watch-files.ts'

if (!parentPort) throw new Error('thread.ts runs in a worker thread')
const port = parentPort
const files = workerData as SqliteFiles
const db = openDatabase(files)
const watch = watchFiles(db, files)
const commit = createUsageCommit(db)
const statements = new Map<string, Statement<unknown[]>>()

/** Kysely generates the same few statements over and over. */
const prepare = (sql: string): Statement<unknown[]> => {
  const cached = statements.get(sql)
  if (cached) return cached
  const statement = db.prepare<unknown[]>(sql)
  if (statements.size < 500) statements.set(sql, statement)
  return statement
}

const close = () => {
  try {
    watch.requireWritable()
    db.pragma('optimize')
    db.close()
  } catch {
    // A store that cannot be written is simply abandoned: the next process that opens it replays its log.
  }
}

const run = ({ sql, parameters }: Query, statement = prepare(sql)): ThreadResult =>
  statement.reader
    ? { rows: statement.all(...parameters), affected: 0 }
    : { rows: [], affected: statement.run(...parameters).changes }

const send = (query: Query): ThreadResult => {
  const statement = prepare(query.sql)
  if (!statement.readonly) watch.requireWritable()
  const result = run(query, statement)
  if (!statement.readonly || query.sql === 'commit') watch.wrote()
  return result
}

const findOrClaim = (find: Query, claim: Query): ThreadResult => {
  const found = send(find)
  if (found.rows.length > 0) return found
  const isClaimed = send(claim).affected > 0
  return isClaimed ? { ...send(find), affected: 1 } : found
}

/** Both in one commit. If that fails, the caller runs the second on its own. */
const both = db.transaction((first: Query, second: Query) => {
  run(first)
  run(second)
})

const perform = (request: ThreadRequest): ThreadResult => {
  switch (request.op) {
    case 'query':
      return send(request)
    case 'find-or-claim':
      return findOrClaim(request.find, request.claim)
    case 'both':
      watch.requireWritable()
      try {
        both(request.first, request.second)
      } catch (error) {
        run(request.second)
        throw error
      } finally {
        watch.wrote()
      }
      return { rows: [], affected: 0 }
    case 'commit-usage': {
      watch.requireWritable()
      const rows = commit(request.charges, request.refunds)
      watch.wrote()
      return { rows, affected: 0 }
    }
    case 'backup':
      // VACUUM INTO copies only current data; a copy of pages would include deleted data. It reads one snapshot,
      // regardless of concurrent writers.
      db.prepare('vacuum main into ?').run(request.file)
      return { rows: [], affected: 0 }
    case 'compact': {
      watch.requireWritable()
      db.exec(OPTIMIZE_TRIGRAMS)
      db.exec('vacuum main')
      const [state] = db.pragma('main.wal_checkpoint(truncate)') as { readonly busy: number }[]
      watch.wrote()
      return { rows: [], affected: state?.busy === 0 ? 1 : 0 }
    }
    case 'close':
      close()
      return { rows: [], affected: 0 }
  }
}

port.on('message', (request: ThreadRequest) => {
  let response: ThreadResponse
  try {
    response = { id: request.id, result: perform(request) }
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : 'ERROR'
    response = { id: request.id, failure: { code, message: error instanceof Error ? error.message : String(error) } }
  }
  port.postMessage(response)
  if (request.op === 'close') port.close()
})
port.postMessage('ready')
