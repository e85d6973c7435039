// The header field `traceparent` of W3C (https://www.w3.org/TR/trace-context-1/#traceparent-header): the trace that a caller's
// request is part of. It is taken from callers and sent to nobody.

export type TraceParent = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

/** A later version may have more behind the flags; `ff` is none. */
const FORM =
  /^(?!ff)(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/
const ZEROS = /^0+$/
const SAMPLED = 1

/** undefined where there is none, or none that can be read: the request then begins a trace of its own. */
export const parseTraceParent = (field: string | undefined): TraceParent | undefined => {
  const { version, traceId = '', spanId = '', flags = '', more } = FORM.exec(field ?? '')?.groups ?? {}
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}
