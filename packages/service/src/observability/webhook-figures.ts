// What came of deliveries to webhooks, and what waits, as Prometheus reads it. Every process that shares a store knows the same
// of what waits.

import { Counter, Gauge, type Registry } from 'prom-client'

export type WebhookFigures = {
  readonly waiting: number
  readonly oldestWaitingSeconds: number
  readonly dropped: number
}

/** Returns what counts tries, by what came of them. */
export const createWebhookFigures = (
  registry: Registry,
  read: () => WebhookFigures,
): ((outcome: string, count: number) => void) => {
  const registers = [registry]
  const gauge = (name: string, help: string, pick: (figures: WebhookFigures) => number) =>
    new Gauge({
      ...{ name, help, aggregator: 'max', registers },
      collect() {
        this.set(pick(read()))
      },
    })
  gauge('central_webhook_deliveries_waiting', 'Deliveries to webhooks that wait', ({ waiting }) => waiting)
  gauge(
    'central_webhook_oldest_waiting_seconds',
    'How long the oldest of them has waited',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  gauge(
    'central_webhook_events_dropped',
    'Events that webhooks were not told of because too many waited',
    ({ dropped }) => dropped,
  )
  const tries = new Counter({
    name: 'central_webhook_tries_total',
    help: 'Tries to deliver to webhooks, by what came of them',
    labelNames: ['outcome'],
    registers,
  })
  return (outcome, count) => tries.inc({ outcome }, count)
}
