// How much waits for webhooks, and for how long, as it was when the store was last asked; and that events were dropped, which
// is said when it happens.

import type { Store } from '../storage/store.ts'
import type { Listening } from './listening.ts'

export type BacklogFigures = {
  /** Deliveries that wait. */
  readonly waiting: number
  /** When the oldest of them was made, in milliseconds since the epoch; null where none waits. */
  readonly oldestAt: number | null
  /** Events that webhooks were not told of, over the webhooks that there are. */
  readonly dropped: number
}

export type BacklogOptions = {
  readonly store: {
    readonly webhooks: Pick<Store['webhooks'], 'list'>
    readonly deliveries: Pick<Store['deliveries'], 'backlogs'>
  }
  readonly listening: Pick<Listening, 'all'>
  /** Is told how many more events a webhook was not told of since the last look; by each process. */
  readonly onDropped: (webhook: string, count: number) => void
}

export type BacklogWatch = {
  /** Asks the store, where there is a webhook. */
  look(): Promise<void>
  figures(): BacklogFigures
}

const EMPTY: BacklogFigures = { waiting: 0, oldestAt: null, dropped: 0 }

export const createBacklogWatch = ({ store, listening, onDropped }: BacklogOptions): BacklogWatch => {
  let figures = EMPTY
  let known: ReadonlyMap<string, number> | undefined

  return {
    async look() {
      if (listening.all().length === 0) {
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
