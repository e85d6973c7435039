// Schemas of the request log and of the traffic series. The types of the console come from here, too.

import type { Static, TSchema } from 'typebox'
import { ERROR_CODES } from '../../../errors.ts'
import { Type } from '../../../parsing/type.ts'
import { CACHE_STATES } from '../../../storage/store.ts'
import { ERROR_CLASSES } from './error-classes.ts'

const orNull = <T extends TSchema>(schema: T, description: string) => Type.Union([schema, Type.Null()], { description })

export const LoggedRequest = Type.Object({
  id: Type.String({ description: 'Unique; sorts by time' }),
  at: Type.String({ format: 'date-time', description: 'When the request arrived' }),
  license: orNull(
    Type.String(),
    'Id of the license; null if no license is known, such as after a failed authentication',
  ),
  site: orNull(Type.String(), 'The site that used the license, in its canonical form'),
  endpoint: orNull(Type.String(), 'Such as `scan-profile`; null for an unknown path below `/api/v1/`'),
  status: orNull(Type.Integer(), 'HTTP status; null if the client hung up before the response'),
  code: orNull(Type.String(), 'Error code; null if there was no error'),
  platform: orNull(Type.String(), 'Id of the platform; what the client sent if there is no such platform'),
  handle: orNull(Type.String(), 'The handle of a scan, the host of a validated URL, or the path if `endpoint` is null'),
  durationMs: Type.Number({ description: 'Milliseconds until the response was sent, with one decimal' }),
  cache: orNull(Type.Enum([...CACHE_STATES]), 'As in `X-Cache`; null if the response has no such header'),
  requestId: Type.String({ description: 'As in the log and in `X-Request-Id`' }),
  replica: Type.String({ description: 'The process that responded' }),
})
export type LoggedRequest = Static<typeof LoggedRequest>

const Counts = (description: string) => Type.Array(Type.Integer(), { description: `${description}, for each step` })
const Milliseconds = (description: string) =>
  Type.Array(Type.Union([Type.Integer(), Type.Null()]), {
    description: `${description} in milliseconds, for each step; null for a step without any`,
  })
const Total = Type.Integer({ description: 'In the whole range' })
const OrNone = Type.Union([Type.Integer(), Type.Null()])

const ErrorClass = Type.Enum([...ERROR_CLASSES], { description: 'What the error concerns' })
/** Codes of a later version may be in the store. */
const ErrorCode = Type.String({ description: `An error code, such as \`${ERROR_CODES[0]}\`` })

export const TrafficData = Type.Object({
  range: Type.String(),
  stepSeconds: Type.Integer({ description: 'Length of a step' }),
  times: Type.Array(Type.String({ format: 'date-time' }), {
    description: 'The start of each step, oldest first. The last step is not over yet',
  }),
  requests: Counts('Requests to the API'),
  errors: Counts('Responses with an error'),
  aborted: Counts('Requests whose client hung up before the response'),
  errorClasses: Type.Array(
    Type.Object({ class: ErrorClass, counts: Counts('Responses with an error of the class'), total: Total }),
    { description: 'The classes of errors that occurred, the most frequent first' },
  ),
  errorCodes: Type.Array(Type.Object({ code: ErrorCode, class: ErrorClass, total: Total }), {
    description: 'The errors that occurred, the most frequent first',
  }),
  platforms: Type.Array(
    Type.Object({
      platform: Type.String({ description: 'Id of the platform' }),
      requests: Counts('Requests'),
      errors: Counts('Responses with an error'),
      totalRequests: Total,
      totalErrors: Total,
    }),
    { description: 'The platforms that were requested, the most frequent first' },
  ),
  cache: Type.Object(
    { hit: Counts('Responses'), stale: Counts('Responses'), miss: Counts('Responses') },
    { description: 'Successful scans and validations, by `X-Cache`' },
  ),
  coldScans: Type.Object(
    { counts: Counts('Cold scans'), p50Ms: Milliseconds('Median duration'), p99Ms: Milliseconds('99th percentile') },
    { description: 'Successful scans whose page was fetched for them. Durations are accurate to a tenth' },
  ),
  quota: Type.Object(
    { scans: Counts('Charged scans'), validations: Counts('Charged validations') },
    { description: 'Usage of all licenses' },
  ),
  totals: Type.Object(
    {
      requests: Type.Integer(),
      errors: Type.Integer(),
      aborted: Type.Integer(),
      cache: Type.Object({ hit: Type.Integer(), stale: Type.Integer(), miss: Type.Integer() }),
      coldScans: Type.Object({ count: Type.Integer(), p50Ms: OrNone, p99Ms: OrNone }),
      quota: Type.Object({ scans: Type.Integer(), validations: Type.Integer() }),
    },
    { description: 'The same for the whole range' },
  ),
})
export type TrafficData = Static<typeof TrafficData>
