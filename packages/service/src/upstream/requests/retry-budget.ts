// How many retries there may be: at most a tenth of the recent calls, so that a platform in trouble is not sent twice
// the calls that it could not answer once.

/** Ten calls earn one retry. A service that has just started may retry a little; what quiet times earned does not pile
 * up into a storm. */
export const RETRY_BUDGET = { callsPerRetry: 10, atStart: 5, most: 10 } as const

export const createRetryBudget = () => {
  const { callsPerRetry, atStart, most } = RETRY_BUDGET
  /** In calls: whole numbers, so that nothing is lost to rounding. */
  let earned = atStart * callsPerRetry
  return {
    /** A call that is no retry itself, and that really went out. */
    countCall(): void {
      earned = Math.min(most * callsPerRetry, earned + 1)
    },
    /** True when a retry may be made; it is spent then. */
    spend(): boolean {
      if (earned < callsPerRetry) return false
      earned -= callsPerRetry
      return true
    },
  }
}

export type RetryBudget = ReturnType<typeof createRetryBudget>
