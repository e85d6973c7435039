// One query to Bluesky's public AppView. Its errors all come as 400; what they mean is in the words of the body.
// https://docs.bsky.app/docs/advanced-guides/api-directory

import { ApiError, type ErrorCode } from '../../errors.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import { secondsUntil } from '../../parsing/seconds-until.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { HttpAnswer, PlatformContext } from '../platform.ts'

export const APPVIEW = 'https://public.api.bsky.app'

export type AppViewContext = Pick<PlatformContext<unknown>, 'http' | 'now'>

/** `error: message` of the body → what it means. */
const REFUSALS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^Account(?:Takedown|Deactivated|Suspended): /, 'profile_not_found'],
  [/^(?:HandleNotFound|ActorNotFound|DidNotFound|RepoNotFound): /, 'profile_not_found'],
  [/^InvalidRequest: (?:Profile|Actor|Account) not found/, 'profile_not_found'],
  [/^InvalidRequest: Unable to resolve handle/, 'profile_not_found'],
  [/^InvalidRequest: .*must be a valid (?:did or a handle|handle)/, 'handle_malformed'],
  [/^Blocked(?:By)?Actor: /, 'profile_private'],
  [/^NotFound: /, 'post_not_found'],
]

/** The answer to a query (XRPC method and parameters). Throws what a refusal means. */
export const callAppView = async (
  { http, now }: AppViewContext,
  method: string,
  query: Readonly<Record<string, string>>,
): Promise<HttpAnswer> => {
  const url = new URL(`/xrpc/${method}`, APPVIEW)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const answer = await http.get(url)
  if (answer.status >= 200 && answer.status < 300) return answer
  if (answer.status === 429) throw rateLimited(answer, now())
  const words = answer.status >= 500 ? '' : wordsOf(answer)
  throw new ApiError(REFUSALS.find(([pattern]) => pattern.test(words))?.[1] ?? 'platform_error')
}

/** A proxy in between answers with a page of its own. */
const wordsOf = (answer: HttpAnswer): string => {
  try {
    const { error, message } = jsonObject(answer.json())
    return `${stringOrNull(error) ?? ''}: ${stringOrNull(message) ?? ''}`
  } catch {
    return ''
  }
}

const rateLimited = ({ headers }: HttpAnswer, nowMs: number) => {
  const seconds = secondsUntil(headers['retry-after'] ?? headers['ratelimit-reset'], nowMs)
  return new ApiError('platform_rate_limited', seconds === undefined ? {} : { retryAfterSeconds: seconds })
}
