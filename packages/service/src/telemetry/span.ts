// What a span is, as it is recorded and as it is sent (https://opentelemetry.io/docs/specs/otel/trace/api/#span). Its
// attributes never hold a key, a token, a query, an address of a person or the name of one: what is said of them is said here and
// in the few places that make spans, and a test looks for it.

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Whose work it is: `server` answers a request, `client` waits for somebody else's answer. */
export type SpanKind = 'server' | 'client'

export type SpanStart = {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/** A span that is over. */
export type EndedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  /** Whether the parent is another service's. */
  readonly hasRemoteParent: boolean
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since the epoch, with parts. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly isError: boolean
}
