// What happens to URLs on their way through markup and programs that append to them, undone.

/** An ampersand as HTML and JSON write it. No site has fields whose names begin with `amp;`. */
const AMPERSAND = /(?:&(?:amp(?:;|%3b)|#0{0,4}38;|#x0{0,4}26;)+)|\\u0026/gi
const EQUALS_SIGN = /\\u003d/gi

/** Undoes the escapes of the text that a URL was copied from. */
export const mendText = (text: string): string => text.replace(AMPERSAND, '&').replace(EQUALS_SIGN, '=')

/** A query behind a path that lost its question mark: encoded, or written as an ampersand. */
const GLUED_QUERY = /(?:%3f|%26|&)([\w.-]+(?:=|%3d).*)$/i

/** Percent-encoded text as it reads, or as it is where that is broken. */
export const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path, and the query that is glued to it. */
export const cutGlue = (path: string): { readonly path: string; readonly fields: string } => {
  const glued = GLUED_QUERY.exec(path)
  return glued ? { path: path.slice(0, glued.index), fields: decodeText(glued[1] ?? '') } : { path, fields: '' }
}

/** The fields of queries together. A second question mark begins a further field. */
export const joinFields = (...queries: readonly string[]): URLSearchParams =>
  new URLSearchParams(
    queries
      .map((query) => query.replace(/^\?/, '').replaceAll('?', '&'))
      .filter((query) => query !== '')
      .join('&'),
  )
