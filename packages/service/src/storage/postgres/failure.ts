// What an error of PostgreSQL means: for the caller, and for the connection it came over.
// Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

import { reasonOf, StoreError, type StoreErrorKind } from '../store-error.ts'
import { READ_ONLY } from './standby-error.ts'

const UNIQUE_VIOLATION = '23505'

/** data_exception: a character that the encoding has not, a number out of range. The server itself is well. */
const DATA_EXCEPTION = /^22/

/** serialization_failure, deadlock_detected: the server rolled everything back and says so. */
const ROLLED_BACK = new Set(['40001', '40P01'])

/** After these the connection is as good as before: bad data, broken constraints, rolled back, canceled, no lock.
 * After anything else, above all after silence, it is not known what the connection still has to say. */
const HARMLESS = /^(?:22|23|40)|^57014$|^55P03$/

/** PostgreSQL's code of an error, where it has one; the system has its own (`ECONNREFUSED`). */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const storeErrorOf = (error: unknown): StoreError => {
  if (error instanceof StoreError) return error
  return new StoreError(kindOf(codeOf(error)), error)
}

const kindOf = (code: string): StoreErrorKind => {
  if (code === UNIQUE_VIOLATION) return 'conflict'
  return DATA_EXCEPTION.test(code) ? 'rejected' : 'unavailable'
}

export const isHarmless = (error: unknown): boolean => HARMLESS.test(codeOf(error))

/** Whether the server takes no writes, or no more. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** True where the server says that nothing of the statement remains, so that it may be asked again. */
export const wasRolledBack = (error: unknown): boolean =>
  ROLLED_BACK.has(codeOf(error instanceof StoreError ? error.cause : error))

/** What node-postgres says in the words of a protocol, and what it means to whoever set the URL. */
const EXPLAINED: readonly (readonly [said: RegExp, meaning: string])[] = [
  [
    /client password must be a (?:non-empty )?string/,
    'the server asks for a password, and neither DATABASE_URL nor PGPASSWORD nor PGPASSFILE has one for it',
  ],
  [
    /^Connection terminated unexpectedly$/,
    'the other side ended the connection: it may be no PostgreSQL, ask for TLS (sslmode=require), or be stopping',
  ],
]

/** Why a connection could not be made. */
export const connectReason = (error: unknown): string => {
  const said = reasonOf(error)
  return EXPLAINED.find(([pattern]) => pattern.test(said))?.[1] ?? said
}
