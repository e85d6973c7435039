// Classifies errors of PostgreSQL: what they mean for the caller, and whether the connection can be reused.
// Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

import { reasonOf, StoreError, type StoreErrorKind } from '../store-error.ts'
import { READ_ONLY } from './standby-error.ts'

const UNIQUE_VIOLATION = '23505'

/** data_exception: for example a character that the encoding does not have, or a number out of range. The server itself
 * works. */
const DATA_EXCEPTION = /^22/

/** serialization_failure, deadlock_detected: the server rolled the transaction back. */
const ROLLED_BACK = new Set(['40001', '40P01'])

/** After these errors the connection can be reused: bad data, broken constraints, rolled back, canceled, lock timeout.
 * After any other error, above all a timeout, responses may still be outstanding on it. */
const HARMLESS = /^(?:22|23|40)|^57014$|^55P03$/

/** PostgreSQL's error code, if any; system errors have their own (`ECONNREFUSED`). */
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

/** Whether the server does not accept writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** True when the server rolled the statement back, so that it can be sent again. */
export const wasRolledBack = (error: unknown): boolean =>
  ROLLED_BACK.has(codeOf(error instanceof StoreError ? error.cause : error))

/** Messages of node-postgres in protocol terms, and what they mean for whoever set the URL. */
const EXPLAINED: readonly (readonly [said: RegExp, meaning: string])[] = [
  [
    /client password must be a (?:non-empty )?string/,
    'the server requires a password: set it in DATABASE_URL, PGPASSWORD or PGPASSFILE',
  ],
  [
    /^Connection terminated unexpectedly$/,
    'the server closed the connection: it may not be PostgreSQL, it may require TLS (sslmode=require), or it may be stopping',
  ],
]

/** The reason why a connection failed. */
export const connectReason = (error: unknown): string => {
  const reason = reasonOf(error)
  return EXPLAINED.find(([pattern]) => pattern.test(reason))?.[1] ?? reason
}
