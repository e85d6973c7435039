// Normalizes a base URL: settings and forms may add white space and invisible characters.

const INVISIBLE = /^[\s\u200b-\u200f\u2060-\u2064]+|[\s\u200b-\u200f\u2060-\u2064]+$/g
const API_PATH = /(?:\/+api\/v1)?\/*$/i

/** Removes surrounding invisible characters, a trailing `/api/v1` and trailing slashes. */
export const normalizeUrl = (text: string): string => text.replace(INVISIBLE, '').replace(API_PATH, '')

const EXAMPLE = 'Set it to the URL of your Central API, such as https://api.example.com'

/** `page`: the URL that a relative one refers to. */
const isHttpUrl = (url: string, page: string | undefined): boolean => {
  try {
    return /^https?:$/.test(new URL(url, page).protocol)
  } catch {
    return false
  }
}

/** Normalizes a base URL. Throws a TypeError that says what to set if it is none, for example because the environment variable that it
 * is read from is not set. The message never contains the value, which may be a key. `page`: the URL of the web page, if there is one. */
export const requireUrl = (value: unknown, page: string | undefined): string => {
  if (typeof value !== 'string' || value === '') throw new TypeError(`createClient: baseUrl is not set. ${EXAMPLE}`)
  const url = normalizeUrl(value)
  if (!isHttpUrl(url, page)) throw new TypeError(`createClient: baseUrl is not an HTTP URL. ${EXAMPLE}`)
  return url
}
