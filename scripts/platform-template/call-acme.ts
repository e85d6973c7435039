// One call to Acme's API: the key goes along, and a refusal becomes what it means.

import { type Static, Type } from 'typebox'
import { ApiError, type ErrorCode } from '../../packages/service/src/errors.ts'
import { secondsUntil } from '../../packages/service/src/parsing/seconds-until.ts'
import type { HttpAnswer, PlatformContext } from '../../packages/service/src/platforms/platform.ts'
import { requireOk } from '../../packages/service/src/platforms/require-ok.ts'

export const API_ORIGIN = 'https://api.acme.example'

export const AcmeSettings = Type.Object({
  ACME_API_KEY: Type.String({ default: '', description: 'Key of the API. Optional: with it, more calls are allowed.' }),
})
export type AcmeSettings = Static<typeof AcmeSettings>

export type AcmeContext = Pick<PlatformContext<AcmeSettings>, 'http' | 'settings' | 'now'>

/** A successful answer. Throws what any other means; `codes` says what a status means for this call in particular. */
export const callAcme = async (
  { http, settings, now }: AcmeContext,
  path: string,
  query: Readonly<Record<string, string>> = {},
  codes: Readonly<Record<number, ErrorCode>> = {},
): Promise<HttpAnswer> => {
  const url = new URL(path, API_ORIGIN)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const key = settings.ACME_API_KEY
  const answer = await http.get(url, key === '' ? {} : { headers: { authorization: `Bearer ${key}` } })
  if (answer.status === 429) throw rateLimited(answer, now())
  return requireOk(answer, { 403: 'profile_private', ...codes })
}

const rateLimited = ({ headers }: HttpAnswer, nowMs: number) => {
  const retryAfterSeconds = secondsUntil(headers['retry-after'], nowMs)
  return new ApiError('platform_rate_limited', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
