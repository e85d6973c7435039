// Caches which event types have subscribed webhooks, so that no work is done for the others. The store decides which
// webhooks receive an event.

import { type EventType, SUBSCRIBABLE_TYPES } from '../events/event-types.ts'
import type { IsSubscribed } from '../events/make-event.ts'
import type { Store, WebhookRecord } from '../storage/store.ts'

export type Subscriptions = {
  /** Reads the webhooks from the store: at the start, and whenever one changes. */
  load(): Promise<void>
  readonly isSubscribed: IsSubscribed
  /** Since when a webhook is subscribed to the type, in milliseconds since the epoch; undefined when none is. */
  since(type: EventType): number | undefined
  all(): readonly WebhookRecord[]
  /** Calls back after each load. */
  onLoad(listener: () => void): void
}

export const createSubscriptions = (store: Pick<Store['webhooks'], 'list'>): Subscriptions => {
  let webhooks: readonly WebhookRecord[] = []
  let sinceByType: ReadonlyMap<string, number> = new Map()
  const listeners: (() => void)[] = []

  const sinceOf = (type: EventType): number[] =>
    webhooks
      .filter(({ state, types }) => state === 'on' && (types === null || types.includes(type)))
      .map(({ createdAt }) => createdAt)

  return {
    async load() {
      webhooks = await store.list()
      sinceByType = new Map(
        SUBSCRIBABLE_TYPES.flatMap((type) => {
          const since = sinceOf(type)
          return since.length === 0 ? [] : [[type, Math.min(...since)] as const]
        }),
      )
      for (const listener of listeners) listener()
    },
    isSubscribed: (type) => sinceByType.has(type),
    since: (type) => sinceByType.get(type),
    all: () => webhooks,
    onLoad: (listener) => void listeners.push(listener),
  }
}
