// The size and age of the webhook backlog as of the last read, for metrics. Also reports dropped events.

import type { Store } from '../storage/store.ts'
import type { Subscriptions } from './subscriptions.ts'

export type BacklogFigures = {
  /** Pending deliveries. */
  readonly waiting: number
  /** When the oldest of them was created, in milliseconds since the epoch; null when none is pending. */
  readonly oldestAt: number | null
  /** Events that were dropped, summed up over the existing webhooks. */
  readonly dropped: number
}

export type BacklogOptions = {
  readonly store: {
    readonly webhooks: Pick<Store['webhooks'], 'list'>
    readonly deliveries: Pick<Store['deliveries'], 'backlogs'>
  }
  readonly subscriptions: Pick<Subscriptions, 'all'>
  /** Called with the number of events dropped since the last read; in every process. */
  readonly onDropped: (webhook: string, count: number) => void
}

export type BacklogWatch = {
  /** Reads the store if any webhook exists. */
  look(): Promise<void>
  figures(): BacklogFigures
}

const EMPTY: BacklogFigures = { waiting: 0, oldestAt: null, dropped: 0 }

export const createBacklogWatch = ({ store, subscriptions, onDropped }: BacklogOptions): BacklogWatch => {
  let figures = EMPTY
  let known: ReadonlyMap<string, number> | undefined

  return {
    async look() {
      if (subscriptions.all().length === 0) {
        figures = EMPTY
        return
      }
      const [webhooks, backlogs] = [await store.webhooks.list(), await store.deliveries.backlogs()]
      for (const { id, dropped } of webhooks) {
        const before = known?.get(id) ?? (known ? 0 : dropped)
        if (dropped > before) onDropped(id, dropped - before)
      }
      known = new Map(webhooks.map(({ id, dropped }) => [id, dropped]))
      figures = {
        waiting: backlogs.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestAt: backlogs.length === 0 ? null : Math.min(...backlogs.map(({ oldestAt }) => oldestAt)),
        dropped: webhooks.reduce((sum, { dropped }) => sum + dropped, 0),
      }
    },
    figures: () => figures,
  }
}
