// Parses the header `traceparent` (https://www.w3.org/TR/trace-context-1/#traceparent-header): the trace of a client's
// request. It is accepted from clients and never sent to hosts.

export type TraceParent = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

/** Later versions may append fields after the flags; `ff` is not a version. */
const FORM =
  /^(?!ff)(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/
const ZEROS = /^0+$/
const SAMPLED = 1

/** undefined when the header is missing or invalid: the request then starts a trace of its own. */
export const parseTraceParent = (field: string | undefined): TraceParent | undefined => {
  const { version, traceId = '', spanId = '', flags = '', more } = FORM.exec(field ?? '')?.groups ?? {}
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}
