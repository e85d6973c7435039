// Normalizes a base URL: settings and forms may add white space and invisible characters.

const INVISIBLE = /^[\s\u200b-\u200f\u2060-\u2064]+|[\s\u200b-\u200f\u2060-\u2064]+$/g
const API_PATH = /(?:\/+api\/v1)?\/*$/i

/** Removes surrounding invisible characters, a trailing `/api/v1` and trailing slashes. */
export const normalizeUrl = (text: string): string => text.replace(INVISIBLE, '').replace(API_PATH, '')
