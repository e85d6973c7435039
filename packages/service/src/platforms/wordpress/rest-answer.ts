// What an answer of the REST API means: the data, an error, or that the site keeps its API to itself.

import { ApiError, type ErrorCode } from '../../errors.ts'
import { requireReadable } from '../feeds/require-readable.ts'
import type { HttpAnswer } from '../platform.ts'

/** The API is closed, walled off or not there; the site may still have a feed. `reason` is what a client is told if not. */
export class RestUnavailable extends Error {
  override readonly name = 'RestUnavailable'
  readonly reason: ApiError

  constructor(code: ErrorCode, message?: string) {
    const reason = new ApiError(code, message === undefined ? {} : { message })
    super(reason.message)
    this.reason = reason
  }
}

export const NO_WORDPRESS = 'There is no WordPress at this address.'
const REFUSED = 'The site refuses to be read.'

/** Codes of errors that are about what was asked for, not about the API. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  unknown_blog: 'profile_not_found',
  rest_post_invalid_id: 'post_not_found',
  rest_user_invalid_id: 'profile_not_found',
}

/** The data of an answer. Throws RestUnavailable, or ApiError where asking the feed would not help. */
export const readRest = (answer: HttpAnswer): unknown => {
  const { status } = answer
  if (status === 429 || status >= 500) requireReadable(answer)
  const code = status < 400 ? undefined : codeOf(answer)
  const known = code === undefined ? undefined : CODES[code]
  if (known !== undefined) throw new ApiError(known)
  if (status === 401 || status === 403)
    throw code === undefined ? new RestUnavailable('platform_error', REFUSED) : new RestUnavailable('profile_private')
  if (status === 404) throw new RestUnavailable('profile_not_found', NO_WORDPRESS)
  if (status >= 400) throw new ApiError('platform_error')
  return jsonOf(answer)
}

const jsonOf = (answer: HttpAnswer): unknown => {
  try {
    return answer.json()
  } catch {
    throw new RestUnavailable('platform_error')
  }
}

/** `{ code, message, data }`; wordpress.com writes `{ error, message }` too. */
const codeOf = (answer: HttpAnswer): string | undefined => {
  try {
    const body = answer.json()
    if (typeof body !== 'object' || body === null) return undefined
    const { code, error } = body as { code?: unknown; error?: unknown }
    return [code, error].find((value) => typeof value === 'string')
  } catch {
    return undefined
  }
}
