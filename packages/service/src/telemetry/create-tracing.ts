// Assembles tracing: the tracer, the queue of spans, and the exporter.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { encodeSpans } from './encode-spans.ts'
import { createOtlpClient, type OtlpTarget } from './otlp-client.ts'
import { createSampler, type SamplerName } from './sampler.ts'
import { createSpanQueue, type SpanQueueOptions } from './span-queue.ts'
import { STOP_MS, type TelemetryParts } from './telemetry-parts.ts'
import { createTracer, type Tracer } from './tracer.ts'

export type TracingOptions = TelemetryParts &
  Pick<SpanQueueOptions, 'onExported' | 'setTimer'> & {
    readonly target: OtlpTarget & { readonly sampler: SamplerName; readonly ratio: number }
    /** Milliseconds from an arbitrary start, by a monotonic clock. */
    readonly elapsed: () => number
    readonly randomBytes: RandomBytes
  }

export type Tracing = {
  readonly tracer: Tracer
  /** Sends queued spans, within `STOP_MS`. */
  stop(): Promise<void>
}

/** Spans are retried, because later exports do not contain them. */
const TRIES = 5

export const createTracing = (options: TracingOptions): Tracing => {
  const { target, resource, onExported, setTimer } = options
  const send = createOtlpClient({ ...options, ...target, signal: 'traces', tries: TRIES })
  const queue = createSpanQueue({
    deliver: (spans, signal) => send(encodeSpans(spans, resource), signal),
    ...{ onExported, setTimer },
  })
  const tracer = createTracer({ ...options, sampler: createSampler(target.sampler, target.ratio), onEnd: queue.push })
  return { tracer, stop: () => queue.stop(AbortSignal.timeout(STOP_MS)) }
}
