import { isCentralApiError } from '@central-api/client'

/** Returns a page. Logs an error of the API and returns undefined. */
export const readPageOrLog = async (client, handle, log) => {
  try {
    return await client.scan({ platform: 'sandbox', handle })
  } catch (error) {
    if (!isCentralApiError(error)) throw error
    const { code, docs, retryable, status, requestId, retryAfterSeconds } = error
    log({ code, docs, retryable, status, requestId, retryAfterSeconds })
    return undefined
  }
}
