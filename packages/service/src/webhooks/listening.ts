// The webhooks in memory: whether anybody hears of a type of event. Where nobody does, nothing is looked for. What is told is
// decided in the store; this only spares the asking.

import { type EventType, TOLD_TYPES } from '../events/event-types.ts'
import type { Hears } from '../events/make-event.ts'
import type { Store, WebhookRecord } from '../storage/store.ts'

export type Listening = {
  /** Reads them from the store: at the start, and whenever one was changed. */
  load(): Promise<void>
  readonly hears: Hears
  /** Since when somebody hears of the type, in milliseconds since the epoch; undefined where nobody does. */
  since(type: EventType): number | undefined
  all(): readonly WebhookRecord[]
  /** Calls back whenever they were read. */
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
