// Every header field that an answer may carry, and which answers carry it.

import { ERRORS, type ErrorCode } from '../../errors.ts'
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
    'The id of this request: your own `X-Request-Id` where it is 1 to 128 of `A-Z a-z 0-9 . _ -`, else one that was made. It is in the operator’s log.',
    'q3Jx.8Za-1f',
    '^[A-Za-z0-9._-]{1,128}$',
  ),
  'X-Quota-Limit': count(
    'What the plan allows in a calendar month (UTC). On errors, too, once the license is known.',
    10_000,
  ),
  'X-Quota-Used': count('What is used of it, this answer included.', 13),
  'X-Quota-Remaining': count('What is left. Never 0 for a test license, which does not run out.', 9_987),
  'X-Quota-Reset': count('Seconds until the next month begins.', 1_396_800),
  'RateLimit-Policy': text(
    'The limits (draft-ietf-httpapi-ratelimit-headers-11): the month’s and the minute’s, each with its quota `q` and its window `w` in seconds.',
    '"scans";q=10000;w=2678400, "burst";q=120;w=60',
    LIST,
  ),
  RateLimit: text(
    'Where you stand with each of them: `r` are left, for `t` more seconds.',
    '"scans";r=9987;t=1396800, "burst";r=119;t=12',
    LIST,
  ),
  'X-Cache': {
    description:
      '`hit`: held and fresh. `miss`: fetched for this answer. `stale`, of pages only: held and no longer fresh, because it is being fetched anew or the platform fails.',
    schema: { type: 'string', enum: ['hit', 'miss', 'stale'] },
    example: 'hit',
  },
  Age: count('Seconds since the platform, or the host, was asked.', 42),
  'Content-Encoding': {
    description:
      'How the body is compressed, as your `Accept-Encoding` takes it: `gzip`, `zstd` or `br`. Absent where it is not: where you take none, and where the body is shorter than 1 KiB.',
    schema: { type: 'string', enum: ['gzip', 'zstd', 'br'] },
    example: 'gzip',
  },
  Vary: text(
    'What the answer was chosen by: `Accept-Encoding`, and `Origin` where the operator let origins in.',
    'Accept-Encoding',
    '^Accept-Encoding(?:, Origin)?$',
  ),
  'Retry-After': count(
    'Whole seconds to wait before the same request may succeed. Only on errors that are `retryable`; `quota_exceeded`, `rate_limited` and `unavailable` always have it.',
    12,
  ),
  'WWW-Authenticate': text(
    'The challenge (RFC 6750): `Bearer`, with `error="invalid_token"` where a token was sent that is not good.',
    'Bearer error="invalid_token"',
    '^Bearer(?: error="invalid_token")?$',
  ),
  Allow: text('The methods that the endpoint takes.', 'POST', '^POST$'),
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

/** What an answer is chosen by that may be compressed, and as what it comes. */
const CODING_HEADERS = ['Content-Encoding', 'Vary'] as const satisfies readonly HeaderName[]

type Answering = Pick<Endpoint, 'meter' | 'holdsSecret'>

/** What a good answer of an endpoint carries. */
export const headersOfResponse = ({ meter, holdsSecret }: Answering): readonly HeaderName[] => [
  'X-Request-Id',
  ...(holdsSecret ? [] : CODING_HEADERS),
  ...(meter ? ([...QUOTA_HEADERS, 'X-Cache', 'Age'] as const) : []),
]

/** What an error answer may carry; the quota’s headers once the license is known. */
export const headersOfErrors = (
  status: number,
  codes: readonly ErrorCode[],
  { meter, holdsSecret }: Answering,
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
