// Reads responses of the REST API: the data, an error, or a closed API.

import type { Response, Send } from '../../upstream/contract/call.ts'
import { type Evidence, Refused } from '../../upstream/contract/refusal.ts'

export const NO_WORDPRESS = 'No WordPress site found at this URL.'
/** The `Accept` header for a page. */
export const HTML = 'text/html, */*;q=0.5'
const REFUSED = 'The site refuses access to its posts.'

/** Statuses that come with an error body. */
const STATUSES_WITH_BODY = [400, 401, 403, 404, 410]

/** Error codes about the requested object, not about the API. */
const ABSENT: ReadonlyMap<string, 'profile' | 'post'> = new Map([
  ['unknown_blog', 'profile'],
  ['rest_post_invalid_id', 'post'],
  ['rest_user_invalid_id', 'profile'],
  ['rest_term_invalid', 'profile'],
])

/** There is no readable API. The site may still have a feed. */
export const noRest = (evidence: Evidence): Refused =>
  new Refused('closed', { as: 'profile_not_found', message: NO_WORDPRESS, evidence })

/** Sends a request to a route and returns its response, including an error of WordPress. */
export const requestRest = (send: Send, url: string): Promise<Response> => send({ url, answers: STATUSES_WITH_BODY })

/** The site has an API without this route: a plugin may have removed it. */
export const noRoute = (): Refused => new Refused('closed', { as: 'platform_error', message: REFUSED })

/** The data of a response. `missing` is the refusal for a missing route. Throws Refused: `closed` when the feed may still be
 * available. */
export const readRest = (response: Response, missing = (): Refused => noRest('status')): unknown => {
  const { status } = response
  if (status < 400) return jsonOf(response)
  const code = codeOf(response)
  const about = code === undefined ? undefined : ABSENT.get(code)
  if (about !== undefined) throw new Refused('absent', { about })
  if (status === 404 || status === 410) throw missing()
  if (status === 400) throw new Refused('broken')
  throw code === undefined ? noRoute() : new Refused('closed')
}

const jsonOf = (response: Response): unknown => {
  try {
    return response.json()
  } catch (cause) {
    throw new Refused('closed', { as: 'platform_error', cause })
  }
}

/** `{ code, message, data }`; wordpress.com writes `{ error, message }` too. */
const codeOf = (response: Response): string | undefined => {
  try {
    const body = response.json()
    if (typeof body !== 'object' || body === null) return undefined
    const { code, error } = body as { code?: unknown; error?: unknown }
    return [code, error].find((value) => typeof value === 'string')
  } catch {
    return undefined
  }
}
