// Spans as they are recorded and exported (https://opentelemetry.io/docs/specs/otel/trace/api/#span). Attributes never
// contain a key, a token, a query, or an address or a name of a person; a test checks that.

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `server` handles a request, `client` waits for a response. */
export type SpanKind = 'server' | 'client'

export type SpanStart = {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/** A finished span. */
export type EndedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  /** Whether the parent belongs to another service. */
  readonly hasRemoteParent: boolean
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly isError: boolean
}
