// The thread that owns the SQLite connection. Statements wait for the disk here, so that the event loop never does.

import { parentPort, workerData } from 'node:worker_threads'
import Sqlite, { type Statement } from 'better-sqlite3'
import { openDatabase, type SqliteFiles, watchFile } from './database.ts'
import type { ThreadAnswer, ThreadRequest, ThreadResult } from './protocol.ts'
import { createSettle } from './settle.ts'

if (!parentPort) throw new Error('thread.ts runs in a worker thread')
const port = parentPort
const db = openDatabase(workerData as SqliteFiles)
const isInPlace = watchFile(workerData as SqliteFiles)
const settle = createSettle(db)
const statements = new Map<string, Statement<unknown[]>>()

/** Kysely writes the same few statements over and over. */
const prepare = (sql: string): Statement<unknown[]> => {
  const held = statements.get(sql)
  if (held) return held
  const statement = db.prepare<unknown[]>(sql)
  if (statements.size < 500) statements.set(sql, statement)
  return statement
}

const requireFile = () => {
  if (!isInPlace()) throw new Error('The file of the store was removed or replaced: put it back, or start anew')
}

const perform = async (request: ThreadRequest): Promise<ThreadResult> => {
  switch (request.op) {
    case 'query': {
      const statement = prepare(request.sql)
      if (!statement.readonly) requireFile()
      if (statement.reader) return { rows: statement.all(...request.parameters), affected: 0 }
      return { rows: [], affected: statement.run(...request.parameters).changes }
    }
    case 'settle':
      requireFile()
      return { rows: settle(request.charges, request.refunds), affected: 0 }
    case 'backup':
      // All pages in one step: between steps another process's write would begin the copy anew, under load without end.
      await db.backup(request.file, { progress: () => 0x7fff_ffff })
      return { rows: [], affected: 0 }
    case 'close':
      db.pragma('optimize')
      db.close()
      return { rows: [], affected: 0 }
  }
}

port.on('message', async (request: ThreadRequest) => {
  let answer: ThreadAnswer
  try {
    answer = { id: request.id, result: await perform(request) }
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : 'ERROR'
    answer = { id: request.id, failure: { code, message: error instanceof Error ? error.message : String(error) } }
  }
  port.postMessage(answer)
  if (request.op === 'close') port.close()
})
port.postMessage('ready')
