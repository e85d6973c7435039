// Encodes spans as OTLP:
// https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto

import { attributesOf, nanosecondsOf, SCOPE } from './otlp-json.ts'
import type { Attributes, EndedSpan, SpanKind } from './span.ts'

const KINDS: Readonly<Record<SpanKind, number>> = { server: 2, client: 3 }
const STATUS_ERROR = 2
/** SpanFlags: the trace is sampled; whether the parent is remote is known; the parent is remote. */
const SAMPLED = 0x1
const HAS_IS_REMOTE = 0x100
const IS_REMOTE = 0x200

/** Returns an ExportTraceServiceRequest. */
export const encodeSpans = (spans: readonly EndedSpan[], resource: Attributes): object => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: SCOPE }, spans: spans.map(encodeSpan) }],
    },
  ],
})

const encodeSpan = ({ traceId, spanId, parentId, hasRemoteParent, ...span }: EndedSpan): object => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  flags: SAMPLED | HAS_IS_REMOTE | (hasRemoteParent ? IS_REMOTE : 0),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanosecondsOf(span.startedAt),
  endTimeUnixNano: nanosecondsOf(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: span.isError ? { code: STATUS_ERROR } : {},
})
