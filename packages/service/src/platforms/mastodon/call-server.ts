// One call to a server of the fediverse. The operator's token goes along only to the host that it is for.

import { ApiError } from '../../errors.ts'
import { secondsUntil } from '../../parsing/seconds-until.ts'
import type { HttpAnswer, PlatformContext } from '../platform.ts'
import { type MastodonSettings, tokenFor } from './access-tokens.ts'

export type MastodonContext = Pick<PlatformContext<MastodonSettings>, 'http' | 'settings' | 'now'>

/** The answer, whatever its status, but for two that mean the same everywhere: too many calls, and a refused token. */
export const callServer = async (
  { http, settings, now }: MastodonContext,
  host: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> => {
  const url = new URL(path, `https://${host}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const token = tokenFor(settings, host)
  const answer = await http.get(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  if (answer.status === 429) throw rateLimited(answer, now())
  if (isClosed(answer) && token !== undefined) throw new ApiError('platform_unauthorized')
  return answer
}

/** Whether the server wants somebody signed in: limited federation, GoToSocial and Pixelfed always. */
export const isClosed = ({ status }: HttpAnswer): boolean => status === 401 || status === 403

const rateLimited = ({ headers }: HttpAnswer, nowMs: number) => {
  const seconds = secondsUntil(headers['retry-after'] ?? headers['x-ratelimit-reset'], nowMs)
  return new ApiError('platform_rate_limited', seconds === undefined ? {} : { retryAfterSeconds: seconds })
}
