// The dialect step: a platform's token response → one that RFC 6749 describes, so that oauth4webapi can check it. It
// changes form only, never what was granted.

import { lookUp } from '../../parsing/look-up.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import type { Dialect } from '../dialects/dialect.ts'

type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

const parseBody = (text: string): Body | undefined => {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Instagram's guide shows the fields inside of `data: […]`, its servers send them plain. */
const unwrap = (body: Body, { quirks }: Dialect): Body => {
  const inner = quirks.mayWrapInData && Array.isArray(body.data) ? body.data[0] : undefined
  return isObject(inner) ? inner : body
}

/** Meta's errors are objects: `{ error: { code, error_subcode } }`. A code of RFC 6749 is a text. */
const errorText = (error: unknown): string | undefined => {
  if (typeof error === 'string') return error === '' ? undefined : error
  if (typeof error === 'number') return String(error)
  if (!isObject(error)) return undefined
  const parts = [error.code, error.error_subcode].filter((part) => typeof part === 'number' || typeof part === 'string')
  return parts.length === 0 ? 'server_error' : parts.join('.')
}

/** The error of RFC 6749 that the platform means, else its own code. A number that is in no table means what its status
 * means. */
const errorOf = (body: Body, written: Body, status: number, { quirks }: Dialect): string | undefined => {
  const text = errorText(body.error ?? written.error)
  const known = [written.code, written.message, written.error_description, text]
    .filter((said) => typeof said === 'string' || typeof said === 'number')
    .map((said) => lookUp(quirks.errors ?? {}, String(said)))
    .find((error) => error !== undefined)
  return known ?? text ?? (typeof written.code === 'number' ? quirks.errorStatuses?.[status] : undefined)
}

/** Twitch sends a list, Instagram a list or a text with commas. RFC 6749 separates scopes by spaces. */
const scopeText = (body: Body, { quirks, separator }: Dialect): string | undefined => {
  const scope = body[quirks.scopeField ?? 'scope'] ?? body.scope
  const names = Array.isArray(scope) ? scope : typeof scope === 'string' ? scope.split(separator) : undefined
  return names
    ?.filter((name): name is string => typeof name === 'string')
    .flatMap((name) => name.split(/[\s,]+/))
    .filter((name) => name !== '')
    .join(' ')
}

/** Seconds; undefined for anything that is no time, which providers send in place of nothing. */
export const secondsIn = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,12}(?:\.\d+)?$/.test(value))) return undefined
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.floor(seconds) : undefined
}

/** Fields that are null or empty mean nothing, and must not replace a refresh token that is kept. */
const withoutNothing = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))

const adaptSuccess = (body: Body, dialect: Dialect): Body => {
  const { id_token: _unused, expires_in, scope: _scope, ...rest } = withoutNothing(body)
  const seconds = secondsIn(expires_in) ?? dialect.quirks.livesSeconds
  const scope = scopeText(body, dialect)
  return {
    ...rest,
    ...(dialect.quirks.impliesBearer && rest.token_type === undefined && { token_type: 'bearer' }),
    ...(seconds !== undefined && { expires_in: seconds }),
    ...(scope !== undefined && scope !== '' && { scope }),
  }
}

/** Responses that may carry a token. Some providers create it with 201. */
const isSuccess = (status: number): boolean => status === 200 || status === 201

/** The only fields that the checks need. Others could contain a challenge that hides the error of the body. */
const headersOf = (response: Response): Record<string, string> => {
  const nonce = response.headers.get('dpop-nonce')
  return { 'content-type': 'application/json', ...(nonce !== null && { 'dpop-nonce': nonce }) }
}

/** A response whose body is no JSON object stays as it is; the checks then refuse it. */
export const adaptResponse = async (response: Response, dialect: Dialect): Promise<Response> => {
  const written = parseBody(await response.clone().text())
  if (written === undefined) return response
  const body = unwrap(written, dialect)
  const error = errorOf(body, written, response.status, dialect)
  const headers = headersOf(response)
  if (isSuccess(response.status) && !(error !== undefined && dialect.quirks.errorsWithSuccess))
    return Response.json(adaptSuccess(body, dialect), { headers })
  if (error === undefined) return new Response(null, { status: response.status, headers })
  const status = response.status >= 400 && response.status < 500 ? response.status : 400
  return Response.json({ error }, { status: response.status >= 500 ? response.status : status, headers })
}
