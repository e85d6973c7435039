// What the server puts up with, all in one place. Fastify's own time limits are off by default.

const KIB = 1024

export const SERVER_LIMITS = {
  /** A body larger than this is `payload_too_large`. */
  bodyBytes: 16 * KIB,
  /** The request line and all header fields together. */
  headerBytes: 16 * KIB,
  /** Until the header has arrived. */
  headersTimeoutMs: 10_000,
  /** Until the whole request has arrived. */
  requestTimeoutMs: 15_000,
  /** How often these two are looked after. */
  timeoutCheckMs: 1_000,
  /** Until a connection has said anything. */
  connectionTimeoutMs: 30_000,
  /** Until the handler has answered. */
  handlerTimeoutMs: 20_000,
  /** An idle connection is kept this long; longer than proxies usually keep theirs. */
  keepAliveTimeoutMs: 72_000,
  /** What `Retry-After` says to a request that there is no room for, in seconds. */
  overloadRetryAfterSeconds: 1,
} as const
