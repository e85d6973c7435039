// A bounded queue of ended spans, exported in batches, one at a time. Ending a span never waits; spans beyond the bound
// are dropped and counted.

import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { EndedSpan } from './span.ts'

export const SPAN_QUEUE = {
  /** The specification's defaults of OTEL_BSP_MAX_QUEUE_SIZE, …_MAX_EXPORT_BATCH_SIZE and …_SCHEDULE_DELAY. */
  most: 2_048,
  atOnce: 512,
  delayMs: 5_000,
} as const

export type SpanQueueOptions = {
  /** Resolves to whether they were accepted; never rejects. */
  readonly deliver: (spans: readonly EndedSpan[], signal: AbortSignal) => Promise<boolean>
  /** Called with the number of spans sent or dropped. */
  readonly onExported: (outcome: 'sent' | 'dropped', count: number) => void
  readonly setTimer: SetTimer
}

export type SpanQueue = {
  push(span: EndedSpan): void
  /** Sends the rest once, until the signal aborts; later spans are dropped. */
  stop(signal: AbortSignal): Promise<void>
}

export const createSpanQueue = ({ deliver, onExported, setTimer }: SpanQueueOptions): SpanQueue => {
  const waiting: EndedSpan[] = []
  const stopping = new AbortController()
  let delivering: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const deliverSome = async (signal: AbortSignal): Promise<void> => {
    const some = waiting.splice(0, SPAN_QUEUE.atOnce)
    onExported((await deliver(some, signal)) ? 'sent' : 'dropped', some.length)
  }

  const begin = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    if (delivering || waiting.length === 0 || stopping.signal.aborted) return
    delivering = deliverSome(stopping.signal).finally(() => {
      delivering = undefined
      plan()
    })
  }

  const plan = (): void => {
    if (delivering || waiting.length === 0 || stopping.signal.aborted) return
    if (waiting.length >= SPAN_QUEUE.atOnce) begin()
    else cancelTimer ??= setTimer(begin, SPAN_QUEUE.delayMs)
  }

  return {
    push(span) {
      if (waiting.length >= SPAN_QUEUE.most || stopping.signal.aborted) {
        onExported('dropped', 1)
        return
      }
      waiting.push(span)
      plan()
    },
    async stop(signal) {
      cancelTimer?.()
      stopping.abort()
      await delivering
      while (waiting.length > 0 && !signal.aborted) await deliverSome(signal)
      if (waiting.length > 0) onExported('dropped', waiting.length)
      waiting.length = 0
    },
  }
}
