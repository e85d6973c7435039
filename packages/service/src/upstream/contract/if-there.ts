// For details that a source requests in addition to an account, such as the number of its posts.

import { isRefused } from './refusal.ts'

/** undefined when the detail is absent: that does not mean that the account is. */
export const ifThere = async <T>(requested: Promise<T>): Promise<T | undefined> => {
  try {
    return await requested
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}
