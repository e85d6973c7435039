// Prometheus metrics of webhook deliveries. Processes that share a store report the same gauges.

import { Counter, Gauge, type Registry } from 'prom-client'

export type WebhookStats = {
  readonly waiting: number
  readonly oldestWaitingSeconds: number
  readonly dropped: number
}

/** Returns the function that counts delivery attempts by outcome. */
export const createWebhookMetrics = (
  registry: Registry,
  read: () => WebhookStats,
): ((outcome: string, count: number) => void) => {
  const registers = [registry]
  const gauge = (name: string, help: string, pick: (stats: WebhookStats) => number) =>
    new Gauge({
      ...{ name, help, aggregator: 'max', registers },
      collect() {
        this.set(pick(read()))
      },
    })
  gauge('central_webhook_deliveries_waiting', 'Waiting webhook deliveries', ({ waiting }) => waiting)
  gauge(
    'central_webhook_oldest_waiting_seconds',
    'Age of the oldest waiting webhook delivery',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  gauge(
    'central_webhook_events_dropped',
    'Webhook events that were dropped because too many deliveries were waiting',
    ({ dropped }) => dropped,
  )
  const tries = new Counter({
    name: 'central_webhook_tries_total',
    help: 'Webhook delivery attempts, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  return (outcome, count) => tries.inc({ outcome }, count)
}
