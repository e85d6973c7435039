// Calls of a Lemmy, PieFed or Mbin server: which version of the API it has, and its languages.

import { isApiError } from '../../errors.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { isRefused } from '../../upstream/contract/refusal.ts'
import type { DialectName } from './dialects.ts'
import { idOf } from './map-actor.ts'

export const urlOf = (host: string, dialect: DialectName, path: string): string =>
  `https://${host}/api/${dialect === 'mbin' ? '' : `${dialect}/`}${path}`

/** Statuses of a host that does not have the path or is not a Lemmy server. */
const UNKNOWN = [400, 401, 403, 404, 405, 406, 410, 501]

export const requestSite = async (send: Send, host: string, dialect: DialectName): Promise<JsonObject> => {
  try {
    const response = await send({ url: urlOf(host, dialect, 'site'), revalidate: true, answers: UNKNOWN })
    return response.status === 200 ? jsonObject(response.json()) : {}
  } catch (error) {
    if (isRefused(error, 'absent', 'broken')) return {}
    throw error
  }
}

export const isSite = (site: JsonObject): boolean => Object.hasOwn(site, 'site_view')

const BAD_REQUEST = 400
const NOT_FOUND = 404

/** A list of Mbin may have become shorter than the page that comes next, which is then not found. */
export const hasEnded = ({ status }: Response, dialect: DialectName, at: string | undefined): boolean =>
  status === NOT_FOUND && dialect === 'mbin' && at !== undefined

/** PieFed's error for anything that it does not have, with status 400. */
export const saysNotFound = ({ status }: Response, message: unknown): boolean =>
  status === BAD_REQUEST && typeof message === 'string' && /\bnot found\b/i.test(message)

/** PieFed has an API of its own, after that of Lemmy 0.19. */
export const isPiefed = async (send: Send, host: string): Promise<boolean> => {
  const { site, version } = await requestSite(send, host, 'alpha')
  return typeof version === 'string' && stringOrNull(jsonObject(site).name) !== null
}

/** 1.0 also answers some calls of v3, so v4 is tried first. */
export const dialectOf = async (send: Send, host: string): Promise<DialectName> =>
  isSite(await requestSite(send, host, 'v4')) ? 'v4' : 'v3'

/** Id → code. Id 0 means that the language is unknown. If the languages cannot be read, posts come without them. */
export const languagesOf = async (
  send: Send,
  host: string,
  dialect: DialectName,
): Promise<ReadonlyMap<string, string>> => {
  // Posts of Mbin have the code itself.
  if (dialect === 'mbin') return new Map()
  const site = await requestSite(send, host, dialect).catch((error: unknown) => {
    if (!isApiError(error)) throw error
    return {} as JsonObject
  })
  return new Map(
    jsonList(site.all_languages ?? jsonObject(site.site).all_languages)
      .map(jsonObject)
      .flatMap(({ id, code }) => {
        const language = stringOrNull(code)
        return id === 0 || language === null ? [] : [[idOf(id) ?? '', language] as const]
      }),
  )
}
