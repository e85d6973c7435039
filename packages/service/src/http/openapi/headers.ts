// Every header field that a response may have, and which responses have it.

import { ERRORS, type ErrorCode } from '../../errors.ts'
import { CONNECTION_STATES } from '../../storage/connection-records.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Header, Reference } from './document.ts'

const count = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})
const text = (description: string, example: string, pattern: string): Header => ({
  description,
  schema: { type: 'string', pattern },
  example,
})

const ITEM = '"[a-z]+"(?:;[a-z]+=\\d+)+'
const LIST = `^${ITEM}(?:, ${ITEM})*$`

export const HEADERS = {
  'X-Request-Id': text(
    'Id of this request: your own `X-Request-Id` if it has 1 to 128 characters of `A-Z a-z 0-9 . _ -`, else a generated one. It is in the operator’s log.',
    'q3Jx.8Za-1f',
    '^[A-Za-z0-9._-]{1,128}$',
  ),
  'X-Quota-Limit': count(
    'Limit of the plan per calendar month (UTC). Also on errors, once the license is known.',
    10_000,
  ),
  'X-Quota-Used': count('Used this month, including this response.', 13),
  'X-Quota-Remaining': count('Remaining this month. Never 0 for a test license, which has no limit.', 9_987),
  'X-Quota-Reset': count('Seconds until the next month begins.', 1_396_800),
  'RateLimit-Policy': text(
    'The limits (draft-ietf-httpapi-ratelimit-headers-11): the monthly one and the one per minute, each with its quota `q` and its window `w` in seconds.',
    '"scans";q=10000;w=2678400, "burst";q=120;w=60',
    LIST,
  ),
  RateLimit: text(
    'The status of each limit: `r` remaining, for `t` more seconds.',
    '"scans";r=9987;t=1396800, "burst";r=119;t=12',
    LIST,
  ),
  'X-Cache': {
    description:
      '`hit`: cached and fresh. `miss`: fetched for this response. `stale`, for pages only: cached and no longer fresh, because it is being revalidated or the platform fails.',
    schema: { type: 'string', enum: ['hit', 'miss', 'stale'] },
    example: 'hit',
  },
  'X-Connection-State': {
    description:
      'Only through a connection: its state. `limited` if the platform’s rate limit is reached, `ending` if the permission ends soon, `ended` if the owner must connect again and the page is a cached one.',
    schema: { type: 'string', enum: [...CONNECTION_STATES] },
    example: 'connected',
  },
  Age: count('Seconds since the content was fetched from the platform or host.', 42),
  'Content-Encoding': {
    description:
      'The compression of the body, chosen by your `Accept-Encoding`: `gzip`, `zstd` or `br`. Absent if you accept none, or if the body is shorter than 1 KiB.',
    schema: { type: 'string', enum: ['gzip', 'zstd', 'br'] },
    example: 'gzip',
  },
  Vary: text(
    '`Accept-Encoding`, and `Origin` if the operator allows origins.',
    'Accept-Encoding',
    '^Accept-Encoding(?:, Origin)?$',
  ),
  'Retry-After': count(
    'Seconds to wait before you retry. Only on `retryable` errors; `quota_exceeded`, `rate_limited` and `unavailable` always have it.',
    12,
  ),
  'WWW-Authenticate': text(
    'The challenge (RFC 6750): `Bearer`, with `error="invalid_token"` if an invalid token was sent.',
    'Bearer error="invalid_token"',
    '^Bearer(?: error="invalid_token")?$',
  ),
  Allow: text('The methods of the endpoint.', 'POST', '^POST$'),
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

export const QUOTA_HEADERS = [
  'X-Quota-Limit',
  'X-Quota-Used',
  'X-Quota-Remaining',
  'X-Quota-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies readonly HeaderName[]

/** Headers of responses that may be compressed. */
const CODING_HEADERS = ['Content-Encoding', 'Vary'] as const satisfies readonly HeaderName[]

type ResponseTraits = Pick<Endpoint, 'meter' | 'holdsSecret' | 'readsConnections'>

/** Headers of a successful response. */
export const headersOfResponse = ({ meter, holdsSecret, readsConnections }: ResponseTraits): readonly HeaderName[] => [
  'X-Request-Id',
  ...(holdsSecret ? [] : CODING_HEADERS),
  ...(meter ? ([...QUOTA_HEADERS, 'X-Cache', 'Age'] as const) : []),
  ...(readsConnections ? (['X-Connection-State'] as const) : []),
]

/** Headers of an error response; the quota headers once the license is known. */
export const headersOfErrors = (
  status: number,
  codes: readonly ErrorCode[],
  { meter, holdsSecret }: ResponseTraits,
): readonly HeaderName[] => [
  'X-Request-Id',
  ...(holdsSecret ? [] : CODING_HEADERS),
  ...(meter ? QUOTA_HEADERS : []),
  ...(codes.some((code) => ERRORS[code].retryable) ? (['Retry-After'] as const) : []),
  ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
  ...(status === 405 ? (['Allow'] as const) : []),
]

export const referToHeaders = (names: readonly HeaderName[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
