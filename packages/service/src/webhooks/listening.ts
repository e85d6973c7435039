// Caches which event types have subscribed webhooks, so that no work is done for the others. The store decides which
// webhooks receive an event.

import { type EventType, TOLD_TYPES } from '../events/event-types.ts'
import type { Hears } from '../events/make-event.ts'
import type { Store, WebhookRecord } from '../storage/store.ts'

export type Listening = {
  /** Reads the webhooks from the store: at the start, and whenever one changes. */
  load(): Promise<void>
  readonly hears: Hears
  /** Since when a webhook is subscribed to the type, in milliseconds since the epoch; undefined when none is. */
  since(type: EventType): number | undefined
  all(): readonly WebhookRecord[]
  /** Calls back after each load. */
  onLoad(listener: () => void): void
}

export const createListening = (store: Pick<Store['webhooks'], 'list'>): Listening => {
  let webhooks: readonly WebhookRecord[] = []
  let heard: ReadonlyMap<string, number> = new Map()
  const listeners: (() => void)[] = []

  const sinceOf = (type: EventType): number[] =>
    webhooks
      .filter(({ state, types }) => state === 'on' && (types === null || types.includes(type)))
      .map(({ createdAt }) => createdAt)

  return {
    async load() {
      webhooks = await store.list()
      heard = new Map(
        TOLD_TYPES.flatMap((type) => {
          const since = sinceOf(type)
          return since.length === 0 ? [] : [[type, Math.min(...since)] as const]
        }),
      )
      for (const listener of listeners) listener()
    },
    hears: (type) => heard.has(type),
    since: (type) => heard.get(type),
    all: () => webhooks,
    onLoad: (listener) => void listeners.push(listener),
  }
}
