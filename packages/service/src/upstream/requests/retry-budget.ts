// Limits retries to a tenth of the recent calls, so that a failing platform does not receive twice the load.

/** Ten calls earn one retry. A service that has just started may retry a few times; a cap keeps quiet times from saving
 * up a storm of retries. */
export const RETRY_BUDGET = { callsPerRetry: 10, atStart: 5, most: 10 } as const

export const createRetryBudget = () => {
  const { callsPerRetry, atStart, most } = RETRY_BUDGET
  /** In calls, as an integer, so that nothing is lost to rounding. */
  let earned = atStart * callsPerRetry
  return {
    /** Counts a call that was sent and is not a retry. */
    countCall(): void {
      earned = Math.min(most * callsPerRetry, earned + 1)
    },
    /** Spends a retry; false if none is left. */
    spend(): boolean {
      if (earned < callsPerRetry) return false
      earned -= callsPerRetry
      return true
    },
  }
}

export type RetryBudget = ReturnType<typeof createRetryBudget>
