// The base URL as it is meant: files, secrets and forms bring white space along, and marks that nobody sees.

const AROUND = /^[\s\u200b-\u200f\u2060-\u2064]+|[\s\u200b-\u200f\u2060-\u2064]+$/g
const PATH_OF_CALLS = /(?:\/+api\/v1)?\/*$/i

/** Without a slash at its end. */
export const plainUrl = (text: string): string => text.replace(AROUND, '').replace(PATH_OF_CALLS, '')
