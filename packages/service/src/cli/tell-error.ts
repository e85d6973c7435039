// What a person at the terminal is told of an error: what is wrong, why, and what to do about it. Never a stack, unless the
// program itself is at fault.

import { CommanderError } from 'commander'
import { ApiError, type ErrorCode, type FieldProblem } from '../errors.ts'
import { FileError, freeBytesOf } from '../files/file-error.ts'
import { ImportError } from '../importing/import-error.ts'
import { reasonOf, StoreError } from '../storage/store-error.ts'
import { HalfDoneError } from './half-done.ts'
import { printable } from './output/printable.ts'
import { counted } from './output/times.ts'

const ADVICE: Partial<Record<ErrorCode, string>> = {
  platform_unknown: 'npx --no-install central-api platforms lists them.',
  invalid_cursor:
    'A cursor is good for 24 hours, for the platform, handle and variant it was given for. Begin again without --cursor.',
  profile_not_found: 'Check the spelling, and that the profile can be seen without logging in.',
  profile_private: 'Only what is public can be scanned.',
  profile_unsupported: 'npx --no-install central-api platforms lists the handles that can be scanned.',
  platform_not_configured:
    'Set what is missing and try again; npx --no-install central-api platforms shows what each platform needs.',
  platform_rate_limited: 'Wait a while, then try again.',
  platform_unauthorized: 'Check the platform’s credentials in the settings: they may have expired or been revoked.',
  platform_error:
    'Try again. If it stays, npx --no-install central-api doctor --online tells whether the platform answers.',
  platform_timeout:
    'Try again. If it stays, npx --no-install central-api doctor --online tells whether the platform answers.',
  link_blocked: 'Only public hosts are fetched. EGRESS_ALLOW=host:port makes an exception for a host of your own.',
}

const LOOK_CLOSER = 'npx --no-install central-api doctor tells what is wrong.'

/** How the process ends. 1: it did not work; 2: it was called wrongly. */
export const exitStatus = (error: unknown): 0 | 1 | 2 => {
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : 2
}

/** The text for standard error; empty for what commander has said by itself, and where nobody reads on: `… | head` has what it
 * wanted. */
export const tellError = (error: unknown): string => {
  if (error instanceof CommanderError) return ''
  if (error instanceof HalfDoneError) return tellHalfDone(error)
  if (error instanceof FileError) return error.file === undefined && error.code === 'EPIPE' ? '' : tellFileError(error)
  if (error instanceof ApiError) return tellApiError(error)
  if (error instanceof StoreError) {
    return lines(`${error.message}: ${printable(reasonOf(error))}`, LOOK_CLOSER)
  }
  if (error instanceof ImportError) return lines(printable(error.message), error.advice)
  if (!(error instanceof Error)) return lines(String(error))
  // These are mistakes of the program, which can only be found by where they happened.
  if (error instanceof TypeError || error instanceof RangeError) return lines(error.stack ?? error.message)
  return lines(error.message)
}

const tellFileError = (error: FileError): string => {
  if (!error.isFull) return lines(printable(error.message))
  const free = error.file === undefined ? undefined : freeBytesOf(error.file)
  const room = free === undefined ? '' : ` ${counted(Math.floor(free / 1024), 'KiB is', 'KiB are')} free there now.`
  return lines(printable(error.message), `Make room, or choose another disk, and run the command again.${room}`)
}

const tellHalfDone = ({ cause, done }: HalfDoneError): string => {
  const failed =
    cause instanceof FileError && cause.file === undefined ? lines(printable(cause.message)) : tellError(cause)
  const stands = ['What was done stands:', ...done.map(printable)]
  return `${failed}${stands.map((line) => `  ${line}\n`).join('')}`
}

const tellApiError = (error: ApiError): string => {
  const details = Array.isArray(error.details) ? (error.details as readonly FieldProblem[]) : []
  const wait = error.retryAfterSeconds === undefined ? '' : ` (it may work again in ${error.retryAfterSeconds} s)`
  return lines(
    `${error.code}: ${printable(error.message)}${wait}`,
    ADVICE[error.code],
    ...details.map(({ field, message }) => `${field} ${message}`),
    ...causesOf(error).map((message) => `Because: ${printable(message)}`),
  )
}

/** What is behind it, told to the operator only. */
const causesOf = ({ cause }: Error): string[] => {
  if (!(cause instanceof Error)) return []
  const message = cause instanceof ApiError ? `${cause.code}: ${cause.message}` : cause.message
  return [message, ...causesOf(cause)]
}

const lines = (first: string, ...others: readonly (string | undefined)[]): string =>
  [`central-api: ${first}`, ...others.filter((other) => other !== undefined).map((other) => `  ${other}`), ''].join(
    '\n',
  )
