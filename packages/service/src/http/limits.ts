// The limits of the HTTP server. Fastify's own time limits are off by default.

const KIB = 1024

export const SERVER_LIMITS = {
  /** A larger body is `payload_too_large`. */
  bodyBytes: 16 * KIB,
  /** Request line and header fields together. */
  headerBytes: 16 * KIB,
  /** Until the header has arrived. */
  headersTimeoutMs: 10_000,
  /** Until the whole request has arrived. */
  requestTimeoutMs: 15_000,
  /** Interval at which the two timeouts above are checked. */
  timeoutCheckMs: 1_000,
  /** Until a connection has sent anything. */
  connectionTimeoutMs: 30_000,
  /** Until the handler has responded. */
  handlerTimeoutMs: 20_000,
  /** Time that an idle connection is kept: longer than proxies usually keep theirs. */
  keepAliveTimeoutMs: 72_000,
  /** `Retry-After` of a request that is refused under overload, in seconds. */
  overloadRetryAfterSeconds: 1,
} as const
