import type { Static } from 'typebox'
import { ERROR_CODES } from '../../../errors.ts'
import { canonicalSite } from '../../../licensing/sites/site.ts'
import { Type } from '../../../parsing/type.ts'
import { CACHE_STATES, type RequestFilter } from '../../../storage/store.ts'
import {
  describeRequest,
  NO_LICENSE,
  readLicense,
  readStatus,
  STATUS_FORMS,
  STATUS_PATTERN,
} from '../../../traffic/describe-request.ts'
import { ENDPOINT_NAMES } from '../../../traffic/endpoint-names.ts'
import { readableSite } from '../../../traffic/readable-handle.ts'
import { adminRoute } from '../admin-route.ts'
import { DEFAULT_LISTED, MAX_LISTED, readLimit } from '../read-limit.ts'
import { readTime } from '../read-time.ts'
import { readRequestCursor, writeRequestCursor } from './request-cursor.ts'
import { LoggedRequest } from './schemas.ts'

const HOUR_MS = 3_600_000

const text = (description: string, maxLength = 200) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

const Query = Type.Object({
  limit: Type.Optional(Type.String({ description: `Page size: 1 to ${MAX_LISTED}, default ${DEFAULT_LISTED}` })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' })),
  license: text(`Id of a license, or \`${NO_LICENSE}\` for requests without a known license`),
  site: text('A site, in any spelling', 255),
  endpoint: Type.Optional(Type.Enum([...ENDPOINT_NAMES], { description: 'An endpoint of the API' })),
  status: Type.Optional(Type.String({ pattern: STATUS_PATTERN, description: STATUS_FORMS })),
  code: Type.Optional(Type.Enum([...ERROR_CODES], { description: 'An error code' })),
  platform: text('Id of a platform'),
  handle: text('Text that the handle contains, in any letter case'),
  cache: Type.Optional(Type.Enum([...CACHE_STATES], { description: 'As in `X-Cache`' })),
  requestId: text('The complete request id'),
  replica: text('The complete name of the process that responded'),
  from: text('Start, inclusive: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time'),
  to: text('End, exclusive'),
  minDurationMs: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,7}$', description: 'Only requests that took at least this many milliseconds' }),
  ),
})

const toFilter = ({
  license,
  site,
  status,
  from,
  to,
  minDurationMs,
  ...query
}: Static<typeof Query>): RequestFilter => {
  const { limit: _, cursor: __, ...equal } = query
  return {
    ...equal,
    licenseId: readLicense(license),
    site: site === undefined ? undefined : readableSite(canonicalSite(site, 'site')),
    status: status === undefined ? undefined : readStatus(status),
    since: readTime('from', from),
    until: readTime('to', to),
    minDurationUs: minDurationMs === undefined ? undefined : Number(minDurationMs) * 1000,
  }
}

export const listRequests = adminRoute({
  method: 'GET',
  path: '/requests',
  role: 'read',
  operationId: 'listTheLastRequests',
  summary: 'List the last requests',
  description:
    'Returns the request log: the last requests to the API by all processes, newest first. A request must match all filters. A request appears about a second after its response. Under heavy load, responses from the cache are left out first. The log never contains a key, a token, an email address or a query string; what looks like one is replaced by `…`. Send `nextCursor` as `cursor` for the next page, with the same filters; it is null on the last page. Requests that arrive meanwhile do not shift the others.',
  query: Query,
  data: Type.Object({
    isOn: Type.Boolean({ description: 'false if `REQUEST_LOG_HOURS` turns the log off' }),
    keptHours: Type.Integer({ description: 'How many hours requests are kept' }),
    maxRows: Type.Integer({ description: 'How many requests are kept at most' }),
    requests: Type.Array(LoggedRequest),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/requests?limit=20&status=error&platform=sandbox' },
  handle:
    ({ store, requestLog: { keptMs, maxRows } }) =>
    async ({ query }) => {
      const { requests, next } = await store.requests.list({
        limit: readLimit(query.limit),
        before: query.cursor === undefined ? undefined : readRequestCursor(query.cursor),
        filter: toFilter(query),
      })
      return {
        isOn: keptMs > 0,
        keptHours: keptMs / HOUR_MS,
        maxRows,
        requests: requests.map(describeRequest),
        nextCursor: next && writeRequestCursor(next),
      }
    },
})
