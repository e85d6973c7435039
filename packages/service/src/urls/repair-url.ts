// Repairs URLs that were damaged by markup or by programs that appended to them.

/** An ampersand as HTML and JSON escape it. No known site has parameters whose names begin with `amp;`. */
const AMPERSAND = /(?:&(?:amp(?:;|%3b)|#0{0,4}38;|#x0{0,4}26;)+)|\\u0026/gi
const EQUALS_SIGN = /\\u003d/gi

/** Undoes HTML and JSON escapes in a copied URL. */
export const unescapeMarkup = (text: string): string => text.replace(AMPERSAND, '&').replace(EQUALS_SIGN, '=')

/** A query at the end of a path, whose question mark is percent-encoded or was replaced by an ampersand. */
const GLUED_QUERY = /(?:%3f|%26|&)([\w.-]+(?:=|%3d).*)$/i

/** Percent-decodes a text; returns it unchanged when its escapes are invalid. */
export const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Splits a path from the query that is appended to it. */
export const splitGluedQuery = (path: string): { readonly path: string; readonly fields: string } => {
  const glued = GLUED_QUERY.exec(path)
  return glued ? { path: path.slice(0, glued.index), fields: decodeSafely(glued[1] ?? '') } : { path, fields: '' }
}

/** The parameters of all queries. A second question mark separates parameters, too. */
export const joinFields = (...queries: readonly string[]): URLSearchParams =>
  new URLSearchParams(
    queries
      .map((query) => query.replace(/^\?/, '').replaceAll('?', '&'))
      .filter((query) => query !== '')
      .join('&'),
  )
