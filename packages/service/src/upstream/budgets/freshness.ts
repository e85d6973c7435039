// How long a page is fresh: longer as a budget runs out before its window does, and longest for profiles that are quiet.

/** Quiet profiles wait at most so many times longer still. */
const MOST_PATIENCE = 12
/** A profile whose newest post is fifty times as old as a page lives is asked for half as often, and so on. */
const AGE_SHARE = 50

export type FreshnessRequest = {
  /** `PAGE_FRESH_SECONDS`, in milliseconds. */
  readonly freshMs: number
  /** How much faster the budget goes than its window; 1 and more. */
  readonly pressure: number
  /** Milliseconds since the newest post of the page; undefined where none tells its time. */
  readonly newestPostAgeMs: number | undefined
}

/** Milliseconds. */
export const freshnessOf = ({ freshMs, pressure, newestPostAgeMs }: FreshnessRequest): number => {
  const pressed = freshMs * pressure
  if (pressure <= 1 || newestPostAgeMs === undefined) return pressed
  const patience = Math.min(MOST_PATIENCE, Math.max(1, newestPostAgeMs / AGE_SHARE / freshMs))
  return pressed * patience
}
