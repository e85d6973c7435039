// What is asked for beside an account that is told: the number of its posts, say, which stands beside a page of them.

import { isRefused } from './refusal.ts'

/** undefined where it is absent, which says nothing of the account. */
export const ifThere = async <T>(requested: Promise<T>): Promise<T | undefined> => {
  try {
    return await requested
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}
