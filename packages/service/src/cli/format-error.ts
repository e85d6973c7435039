// Formats an error for a terminal: what happened, why, and what to do. Only a bug in the program shows a stack trace.

import { CommanderError } from 'commander'
import { ApiError, type ErrorCode, type FieldProblem } from '../errors.ts'
import { FileError, freeBytesOf } from '../files/file-error.ts'
import { ImportError } from '../importing/import-error.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { reasonOf, StoreError } from '../storage/store-error.ts'
import { printable } from './output/printable.ts'
import { pluralize } from './output/times.ts'
import { PartialFailureError } from './partial-failure.ts'

const ADVICE: Partial<Record<ErrorCode, string>> = {
  platform_unknown: 'Run npx --no-install central-api platforms for a list of platforms.',
  invalid_cursor:
    'A cursor is valid for 24 hours and only for its platform, handle and variant. Start again without --cursor.',
  handle_malformed: 'Run npx --no-install central-api platforms for the handles of each platform.',
  profile_not_found: 'Check the spelling, and that the profile is visible without logging in.',
  profile_private: 'Only public profiles can be scanned.',
  profile_unsupported: 'Run npx --no-install central-api platforms for the supported handle formats.',
  platform_not_configured:
    'Set the missing setting and try again. Run npx --no-install central-api platforms to see what each platform needs.',
  platform_rate_limited: 'Wait, then try again.',
  platform_unauthorized: 'Check the platform’s credentials in the settings. They may be expired or revoked.',
  platform_error:
    'Try again. If the error persists, run npx --no-install central-api doctor --online to check the platform.',
  platform_timeout:
    'Try again. If the error persists, run npx --no-install central-api doctor --online to check the platform.',
  link_malformed: 'Enter a whole URL that starts with https://, such as https://example.com/page.',
  link_unresolvable:
    'Check the host name. If no URL works, run npx --no-install central-api doctor --online to check the network.',
  link_unreachable:
    'Try again. If no URL works, run npx --no-install central-api doctor --online to check the network.',
  link_timeout: 'Try again. If no URL works, run npx --no-install central-api doctor --online to check the network.',
  link_blocked: 'The service fetches public hosts only. To allow a host of your own, set EGRESS_ALLOW=host:port.',
}

/** How to find what an operator named, by the start of the message. */
const MISSING: readonly (readonly [start: string, advice: string])[] = [
  [
    'There is no license ',
    'Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.',
  ],
  ['There is no connected account ', 'Run npx --no-install central-api connection list for the ids.'],
]

const RUN_DOCTOR = 'Run npx --no-install central-api doctor to find the cause.'

/** The exit status: 1 for a failure, 2 for a usage error. */
export const exitStatus = (error: unknown): 0 | 1 | 2 => {
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : 2
}

/** The text for standard error. It is empty for errors that commander has already printed, and for a closed pipe, as in `… | head`. */
export const formatError = (error: unknown): string => {
  if (error instanceof CommanderError) return ''
  if (error instanceof PartialFailureError) return formatPartialFailure(error)
  if (error instanceof FileError)
    return error.file === undefined && error.code === 'EPIPE' ? '' : formatFileError(error)
  if (error instanceof ApiError) return formatApiError(error)
  if (error instanceof StoreError) {
    return lines(`${error.message}: ${printable(reasonOf(error))}`, RUN_DOCTOR)
  }
  if (error instanceof ImportError) return lines(printable(error.message), error.advice)
  if (error instanceof OperatorError)
    return lines(aboutOption(error), MISSING.find(([start]) => error.message.startsWith(start))?.[1])
  if (!(error instanceof Error)) return lines(String(error))
  // These errors are bugs, which need a stack trace.
  if (error instanceof TypeError || error instanceof RangeError) return lines(error.stack ?? error.message)
  return lines(error.message)
}

/** Names the option of a message that is about a field, such as "must be a month". */
const aboutOption = ({ message, field }: OperatorError): string => {
  const text = message.replace(/`([a-z]+)`/g, '--$1')
  return field !== undefined && /^(?:must|is) /.test(text) ? `${optionOf(field)} ${text}` : text
}

const optionOf = (field: string): string => `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const formatFileError = (error: FileError): string => {
  if (!error.isFull) return lines(printable(error.message))
  const free = error.file === undefined ? undefined : freeBytesOf(error.file)
  const freeSpace = free === undefined ? '' : ` ${pluralize(Math.floor(free / 1024), 'KiB is', 'KiB are')} free now.`
  return lines(
    printable(error.message),
    `Free up disk space or choose another disk, then run the command again.${freeSpace}`,
  )
}

const formatPartialFailure = ({ cause, changes }: PartialFailureError): string => {
  const failed =
    cause instanceof FileError && cause.file === undefined ? lines(printable(cause.message)) : formatError(cause)
  const list = ['These changes were made and remain:', ...changes.map(printable)]
  return `${failed}${list.map((line) => `  ${line}\n`).join('')}`
}

const formatApiError = (error: ApiError): string => {
  const details = Array.isArray(error.details) ? (error.details as readonly FieldProblem[]) : []
  const wait = error.retryAfterSeconds === undefined ? '' : ` (retry in ${error.retryAfterSeconds} s)`
  return lines(
    `${error.code}: ${printable(error.message)}${wait}`,
    ADVICE[error.code],
    ...details.map(({ field, message }) => `${field} ${message}`),
    ...causesOf(error).map((message) => `Cause: ${printable(message)}`),
  )
}

/** The chain of causes, which only operators may see. */
const causesOf = ({ cause }: Error): string[] => {
  if (!(cause instanceof Error)) return []
  const message = cause instanceof ApiError ? `${cause.code}: ${cause.message}` : cause.message
  return [message, ...causesOf(cause)]
}

const lines = (first: string, ...others: readonly (string | undefined)[]): string =>
  [`central-api: ${first}`, ...others.filter((other) => other !== undefined).map((other) => `  ${other}`), ''].join(
    '\n',
  )
