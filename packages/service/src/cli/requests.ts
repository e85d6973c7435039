// central-api requests: lists the last requests to the API, newest first.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { ERROR_CODES } from '../errors.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
import { closest, question } from '../parsing/did-you-mean.ts'
import { CACHE_STATES, type RequestFilter, type RequestRecord, type Store } from '../storage/store.ts'
import { describeRequest, NO_LICENSE, readLicense, readStatus, STATUS_PATTERN } from '../traffic/describe-request.ts'
import { ENDPOINT_NAMES } from '../traffic/endpoint-names.ts'
import { readableSite } from '../traffic/readable-handle.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { truncate } from './output/text-width.ts'
import { localTimeSeconds, pluralize } from './output/times.ts'
import { date, wholeNumber } from './read-options.ts'

type RequestsOptions = {
  readonly license?: string
  readonly site?: string
  readonly endpoint?: string
  readonly status?: string
  readonly code?: string
  readonly platform?: string
  readonly handle?: string
  readonly cache?: RequestFilter['cache']
  readonly requestId?: string
  readonly replica?: string
  readonly from?: number
  readonly to?: number
  readonly minDuration?: number
  readonly limit?: number
  readonly json?: true
}

/** The default limit on a terminal. JSON output has no default limit. */
const DEFAULT_LIMIT = 50
const BATCH = 500
const HANDLE_COLUMNS = 40

const status = (text: string): string => {
  if (new RegExp(STATUS_PATTERN).test(text)) return text
  throw new InvalidArgumentError('It must be 2xx, 4xx, 5xx, error, aborted, or a status such as 429.')
}

export const registerRequests = (command: Command, io: Io): void => {
  command
    .option('--license <id>', `only requests of this license; ${NO_LICENSE}: without a known license`)
    .option('--site <site>', 'only requests of this site', (text) => readableSite(canonicalSite(text, 'site')))
    .addOption(new Option('--endpoint <name>', 'only this endpoint').choices(ENDPOINT_NAMES))
    .option(
      '--status <status>',
      'only 2xx, 4xx, 5xx, error (4xx and 5xx), aborted (the client hung up), or a status such as 429',
      status,
    )
    .addOption(new Option('--code <code>', 'only this error code, such as quota_exceeded').argParser(errorCode))
    .option('--platform <platform>', 'only this platform')
    .option('--handle <text>', 'only handles that contain this text')
    .addOption(new Option('--cache <state>', 'only this cache status').choices(CACHE_STATES))
    .option('--request-id <id>', 'only the request with this id')
    .option('--replica <name>', 'only requests that this process responded to')
    .option('--from <date>', 'only from this time on: 2027-01-31 (00:00 UTC) or 2027-01-31T18:00:00Z', date)
    .option('--to <date>', 'only before this time', date)
    .option('--min-duration <ms>', 'only requests that took at least this long', wholeNumber(0, 9_999_999))
    .option('--limit <count>', 'maximum number of requests (default: 50; all with --json)', wholeNumber(1, 1_000_000))
    .option('--json', 'print one JSON document')
    .action((options: RequestsOptions) => listRequests(io, options))
}

const errorCode = (text: string): string => {
  if (ERROR_CODES.some((code) => code === text)) return text
  const meant = closest(text, ERROR_CODES)
  const known = meant.length > 0 ? meant : ERROR_CODES.filter((code) => code.split('_').includes(text.toLowerCase()))
  throw new InvalidArgumentError(
    ['There is no such error code.', question(known), 'See docs/reference/errors.md.'].filter(Boolean).join(' '),
  )
}

const toFilter = (options: RequestsOptions): RequestFilter => {
  const { license, site, endpoint, code, platform, handle, cache, requestId, replica, from, to, minDuration } = options
  return {
    ...{ licenseId: readLicense(license), site, endpoint, code, platform, handle, cache, requestId, replica },
    status: options.status === undefined ? undefined : readStatus(options.status),
    ...{ since: from, until: to },
    minDurationUs: minDuration === undefined ? undefined : minDuration * 1000,
  }
}

const listRequests = (io: Io, options: RequestsOptions): Promise<void> =>
  withCore(io, async ({ store, config }) => {
    const filter = toFilter(options)
    if (options.json) {
      const requests = await read(store, filter, options.limit ?? Number.POSITIVE_INFINITY)
      return printJson(io, requests.map(describeRequest))
    }
    const max = options.limit ?? DEFAULT_LIMIT
    const found = await read(store, filter, max + 1)
    const shown = found.slice(0, max)
    if (shown.length === 0)
      return io.out(
        config.requestLogHours === 0
          ? 'The request log is off. Set REQUEST_LOG_HOURS to turn it on.\n'
          : 'No requests found.\n',
      )
    const more = found.length > max ? ` There are older requests. Use --to, --limit or --json to see them.` : ''
    io.out(`${view(shown, io)}\n${pluralize(shown.length, 'request')}.${more}\n`)
  })

const read = async ({ requests }: Store, filter: RequestFilter, max: number): Promise<RequestRecord[]> => {
  const found: RequestRecord[] = []
  for (let before: RequestRecord | undefined; found.length < max; before = found.at(-1)) {
    const page = await requests.list({ limit: Math.min(BATCH, max - found.length), before, filter })
    found.push(...page.requests)
    if (page.next === null) break
  }
  return found
}

const view = (requests: readonly RequestRecord[], io: Io): string => {
  const { dim, red } = styleFor(io)
  // What another program reads is whole.
  const onTerminal = (text: string) => (io.isTerminal ? truncate(text, HANDLE_COLUMNS) : text)
  return table(
    [
      ['TIME', 'STATUS', 'ENDPOINT', 'PLATFORM', 'HANDLE', 'CACHE', 'MS', 'LICENSE', 'REQUEST ID'].map((text) => ({
        text,
        paint: dim,
      })),
      ...requests.map((request) => [
        localTimeSeconds(request.at, io.timeZone),
        outcomeOf(request) === '200' ? '200' : { text: outcomeOf(request), paint: red },
        request.endpoint ?? '–',
        printable(request.platform ?? '–'),
        onTerminal(printable(request.handle ?? '–')),
        request.cache ?? '–',
        (request.durationUs / 1000).toFixed(1),
        request.licenseId ?? '–',
        printable(request.requestId),
      ]),
    ],
    { right: [6] },
  )
}

/** `200`, `429 quota_exceeded`, `aborted` */
const outcomeOf = ({ status: sent, code }: RequestRecord): string =>
  sent === null ? 'aborted' : [sent, code].filter((part) => part !== null).join(' ')
