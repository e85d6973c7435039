// How long a page stays fresh. It stays fresh for longer when a budget runs out before its window ends, and longest for
// profiles that rarely post.

/** The most by which the age of the newest post multiplies the time. */
const MAX_PATIENCE = 12
/** A page is fresh for a fiftieth of the age of its newest post, when the budget is under pressure. */
const AGE_SHARE = 50

export type FreshnessRequest = {
  /** `PAGE_FRESH_SECONDS`, in milliseconds. */
  readonly freshMs: number
  /** How much faster the budget is used than its window passes; at least 1. */
  readonly pressure: number
  /** Milliseconds since the newest post of the page; undefined when no post has a time. */
  readonly newestPostAgeMs: number | undefined
}

/** Milliseconds. */
export const freshnessOf = ({ freshMs, pressure, newestPostAgeMs }: FreshnessRequest): number => {
  const pressed = freshMs * pressure
  if (pressure <= 1 || newestPostAgeMs === undefined) return pressed
  const patience = Math.min(MAX_PATIENCE, Math.max(1, newestPostAgeMs / AGE_SHARE / freshMs))
  return pressed * patience
}
