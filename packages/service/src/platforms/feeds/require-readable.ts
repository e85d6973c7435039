// What the status of a public page or feed means. There are no credentials here that could be wrong: a refusal is the site's.

import { ApiError } from '../../errors.ts'
import type { HttpAnswer } from '../platform.ts'
import { retryAfter } from '../retry-after.ts'

/** The answer itself when its status is 2xx; throws what its status means otherwise. */
export const requireReadable = (answer: HttpAnswer): HttpAnswer => {
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  if (status === 404 || status === 410) throw new ApiError('profile_not_found')
  if (status === 401) throw new ApiError('profile_private')
  if (status === 403 || status === 451)
    throw new ApiError('platform_error', { message: 'The site refuses to be read.' })
  if (status === 429) throw new ApiError('platform_rate_limited', retryAfter(answer))
  throw new ApiError('platform_error')
}
