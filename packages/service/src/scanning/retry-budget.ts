// How many retries there may be: at most a tenth of the recent calls, so that a platform in trouble is not sent twice
// the calls that it could not answer once.

/** Ten calls earn one retry; what is earned is kept for a while, and a service that has just started may retry a little. */
export const RETRY_BUDGET = { share: 0.1, atStart: 5, most: 50 } as const

export const createRetryBudget = () => {
  let earned: number = RETRY_BUDGET.atStart
  return {
    countCall(): void {
      earned = Math.min(RETRY_BUDGET.most, earned + RETRY_BUDGET.share)
    },
    /** True when a retry may be made; it is spent then. */
    spend(): boolean {
      if (earned < 1) return false
      earned -= 1
      return true
    },
  }
}

export type RetryBudget = ReturnType<typeof createRetryBudget>
