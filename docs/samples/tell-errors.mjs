import { isCentralApiError } from '@central-api/client'

/** A page, or of a failure what a log is to know of it. */
export const readPageOrTell = async (client, handle, tell) => {
  try {
    return await client.scan({ platform: 'sandbox', handle })
  } catch (error) {
    if (!isCentralApiError(error)) throw error
    const { code, retryable, status, requestId, retryAfterSeconds } = error
    tell({ code, retryable, status, requestId, retryAfterSeconds })
    return undefined
  }
}
