// Creates spans, and tracks which span is active in which request. An unsampled trace costs only a check.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Sampler } from './sampler.ts'
import type { Attributes, EndedSpan, SpanStart } from './span.ts'
import type { TraceParent } from './trace-parent.ts'

/** A span in progress. */
export type OpenSpan = {
  readonly isSampled: boolean
  /** Adds attributes. */
  set(attributes: Attributes): void
  /** Ends it; further calls have no effect. */
  end(attributes?: Attributes, isError?: boolean): void
}

export type Tracer = {
  /** A span in a new trace, or in the caller's. */
  root(start: SpanStart, parent?: TraceParent): OpenSpan
  /** A child of the active span, or a new trace when there is none. undefined when it is not sampled. */
  startChild(start: SpanStart): OpenSpan | undefined
  /** A finished child span. Not recorded without an active span: background work would create endless traces. */
  recordChild(start: SpanStart, milliseconds: number, isError: boolean): void
  /** Runs `work`, including its asynchronous parts, with the span active. */
  withSpan<T>(span: OpenSpan, work: () => T): T
}

export type TracerOptions = {
  readonly sampler: Sampler
  readonly randomBytes: RandomBytes
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
  readonly onEnd: (span: EndedSpan) => void
}

/** A timer created during a request inherits its context forever. What starts this long after the span's end is not
 * part of it. */
const LATE_MS = 60_000

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

type Recorded = OpenSpan & {
  readonly isSampled: true
  readonly traceId: string
  readonly spanId: string
  /** The wall clock time of `elapsed` = 0, fixed per trace, so that setting the clock does not move spans. */
  readonly epoch: number
  endedMs: number | undefined
}
type ActiveSpan = Recorded | typeof NOT_SAMPLED

const NOT_SAMPLED = { isSampled: false, set: () => {}, end: () => {} } as const satisfies OpenSpan

type Origin = Pick<Recorded, 'traceId' | 'epoch'> & Pick<EndedSpan, 'parentId' | 'hasRemoteParent'>

export const createTracer = ({ sampler, randomBytes, now, elapsed, onEnd }: TracerOptions): Tracer => {
  const activeSpans = new AsyncLocalStorage<ActiveSpan>()
  const newSpanId = () => randomBytes(SPAN_ID_BYTES).toString('hex')

  const record = ({ name, kind, attributes }: SpanStart, origin: Origin): Recorded => {
    const { traceId, parentId, hasRemoteParent, epoch } = origin
    const startedMs = elapsed()
    let current = attributes
    const span: Recorded = {
      ...{ isSampled: true, traceId, spanId: newSpanId(), epoch, endedMs: undefined },
      set(more) {
        current = { ...current, ...more }
      },
      end(more, isError = false) {
        if (span.endedMs !== undefined) return
        span.endedMs = elapsed()
        const ids = { traceId, spanId: span.spanId, parentId, hasRemoteParent }
        const times = { startedAt: epoch + startedMs, endedAt: epoch + span.endedMs }
        onEnd({ ...ids, name, kind, ...times, attributes: { ...current, ...more }, isError })
      },
    }
    return span
  }

  const root = (start: SpanStart, parent?: TraceParent): ActiveSpan => {
    const traceId = parent?.traceId ?? randomBytes(TRACE_ID_BYTES).toString('hex')
    if (!sampler(traceId, parent?.isSampled)) return NOT_SAMPLED
    const hasRemoteParent = parent !== undefined
    return record(start, { traceId, parentId: parent?.spanId, hasRemoteParent, epoch: now() - elapsed() })
  }

  const isOver = (active: ActiveSpan): boolean =>
    active.isSampled && active.endedMs !== undefined && elapsed() - active.endedMs > LATE_MS

  const originOf = ({ traceId, spanId: parentId, epoch }: Recorded): Origin => ({
    ...{ traceId, parentId, epoch },
    hasRemoteParent: false,
  })

  return {
    root,
    startChild(start) {
      const active = activeSpans.getStore()
      const span = active === undefined || isOver(active) ? root(start) : active
      if (!span.isSampled) return undefined
      return span === active ? record(start, originOf(active)) : span
    },
    recordChild({ name, kind, attributes }, milliseconds, isError) {
      const active = activeSpans.getStore()
      if (!active?.isSampled || isOver(active)) return
      const endedAt = active.epoch + elapsed()
      const times = { startedAt: endedAt - milliseconds, endedAt }
      onEnd({ ...originOf(active), spanId: newSpanId(), name, kind, ...times, attributes, isError })
    },
    withSpan: (span, work) => activeSpans.run(span as ActiveSpan, work),
  }
}
