// A worker's connection to the primary: reports that it is ready and its metrics, and requests the metrics of all
// workers.

import { ApiError } from '../errors.ts'
import type { MetricsReport } from '../observability/aggregate-reports.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Leave, ToPrimary, ToWorker } from './messages.ts'

/** Longer than the primary waits for other workers. */
const SCRAPE_TIMEOUT_MS = 3_000

const FAREWELL_TIMEOUT_MS = 1_000

/** Transports messages to the primary and back. */
export type Wire = {
  /** Calls back when the message was sent. */
  send(message: ToPrimary, sent: () => void): void
  onMessage(listener: (message: ToWorker) => void): void
}

export type PrimaryLinkOptions = {
  readonly wire: Wire
  readonly report: () => Promise<MetricsReport>
  /** May be called more than once: a replaced worker may have to stop. */
  readonly onLeave: (how: Leave) => void
  readonly setTimer: SetTimer
}

export type PrimaryLink = {
  ready(url: string): void
  /** The metrics of all workers. Throws `unavailable` when the primary does not respond: those of one worker cannot
   * replace them. */
  metricsText(): Promise<string>
  /** Sends the final report; resolves when the primary has received it. Connections handed over until then have been
   * returned; they would be lost if the process ended earlier. */
  farewell(): Promise<void>
}

export const createPrimaryLink = ({ wire, report, onLeave, setTimer }: PrimaryLinkOptions): PrimaryLink => {
  const scrapes = new Map<number, (text: string) => void>()
  let lastScrape = 0
  const acknowledged = Promise.withResolvers<void>()
  const send = (message: ToPrimary) => new Promise<void>((resolve) => wire.send(message, resolve))

  wire.onMessage((message) => {
    switch (message.kind) {
      case 'leave':
        return onLeave({ reason: message.reason, waitMs: message.waitMs })
      case 'collect':
        report().then((own) => send({ kind: 'report', collection: message.collection, report: own }))
        return
      case 'metrics':
        scrapes.get(message.scrape)?.(message.text)
        return
      case 'bye':
        acknowledged.resolve()
    }
  })

  return {
    ready: (url) => void send({ kind: 'ready', url }),
    metricsText() {
      lastScrape += 1
      const scrape = lastScrape
      return new Promise<string>((resolve, reject) => {
        const cancelTimer = setTimer(() => {
          scrapes.delete(scrape)
          reject(new ApiError('unavailable', { message: 'The metrics of the other workers could not be collected' }))
        }, SCRAPE_TIMEOUT_MS)
        scrapes.set(scrape, (text) => {
          scrapes.delete(scrape)
          cancelTimer()
          resolve(text)
        })
        send({ kind: 'scrape', scrape })
      })
    },
    async farewell() {
      await send({ kind: 'farewell', report: await report() })
      setTimer(acknowledged.resolve, FAREWELL_TIMEOUT_MS)
      await acknowledged.promise
    },
  }
}
