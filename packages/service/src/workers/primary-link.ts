// A worker's line to the primary: says that it is ready, reports what it counted, and asks for the metrics of all.

import { ApiError } from '../errors.ts'
import type { MetricsReport } from '../observability/aggregate-reports.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Leave, ToPrimary, ToWorker } from './messages.ts'

/** The primary waits for other workers for less than that. */
const SCRAPE_TIMEOUT_MS = 3_000

const FAREWELL_TIMEOUT_MS = 1_000

/** How messages get there and back. */
export type Wire = {
  /** Calls back when the message is out. */
  send(message: ToPrimary, sent: () => void): void
  onMessage(listener: (message: ToWorker) => void): void
}

export type PrimaryLinkOptions = {
  readonly wire: Wire
  readonly report: () => Promise<MetricsReport>
  /** May be told more than once: a worker that was replaced may have to stop. */
  readonly onLeave: (how: Leave) => void
  readonly setTimer: SetTimer
}

export type PrimaryLink = {
  ready(address: string): void
  /** The metrics of all workers; throws `unavailable` when the primary does not answer, because those of one worker are
   * no stand-in for them. */
  metricsText(): Promise<string>
  /** Tells the last that it counted; resolves when the primary has heard it. A connection that was handed over until then
   * has been given back, and would be lost with a process that ended earlier. */
  farewell(): Promise<void>
}

export const createPrimaryLink = ({ wire, report, onLeave, setTimer }: PrimaryLinkOptions): PrimaryLink => {
  const scrapes = new Map<number, (text: string) => void>()
  let lastScrape = 0
  const heard = Promise.withResolvers<void>()
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
        heard.resolve()
    }
  })

  return {
    ready: (address) => void send({ kind: 'ready', address }),
    metricsText() {
      lastScrape += 1
      const scrape = lastScrape
      return new Promise<string>((resolve, reject) => {
        const callOff = setTimer(() => {
          scrapes.delete(scrape)
          reject(new ApiError('unavailable', { message: 'The metrics of the other workers could not be collected' }))
        }, SCRAPE_TIMEOUT_MS)
        scrapes.set(scrape, (text) => {
          scrapes.delete(scrape)
          callOff()
          resolve(text)
        })
        send({ kind: 'scrape', scrape })
      })
    },
    async farewell() {
      await send({ kind: 'farewell', report: await report() })
      setTimer(heard.resolve, FAREWELL_TIMEOUT_MS)
      await heard.promise
    },
  }
}
