// Repairs JSON as people and themes write it: line breaks in strings, extra commas, comments, JavaScript literals,
// several documents in one. Guesses nothing: what is ambiguous stays as it is, and is invalid JSON.

/** A string with either kind of quotes, which may run to the end of the text, even within an escape: otherwise the
 * search would restart at each of its characters. Or a comment of either language, a sign, a word, or any other
 * character. */
const TOKEN =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|\/\/[^\n\r]*|\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$)|[[\]{},:]|[^\s"'[\]{},:;/<]+|./gs
const COMMENT = /^(?:\/[/*]|<!--)/
const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])
const NUMBER_OR_WORD = /^(?:true|false|null|-?\d[\d.eE+-]*)$/
const NOTHING = new Set(['undefined', 'NaN'])

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of these.
const CONTROLS = /[\x00-\x1f]/g
const ESCAPE = /\\(u[0-9a-fA-F]{4}|["\\/bfnrt]|.)/gs
const KEPT_ESCAPE = /^(?:u[0-9a-fA-F]{4}|["\\/bfnrt])$/

/** A backslash before a character that needs none comes from other languages: `\'`. */
const mendEscape = (written: string, escaped: string): string => (KEPT_ESCAPE.test(escaped) ? written : escaped)

const mendString = (token: string): string => {
  const inside = token.slice(1, -1).replaceAll(ESCAPE, mendEscape).replaceAll(CONTROLS, ' ')
  return token.startsWith('"') ? `"${inside}"` : `"${inside.replaceAll(/\\?"/g, '\\"')}"`
}

const mendToken = (token: string): string => {
  const [first] = token
  if (first === '"' || first === "'") return mendString(token)
  if (OPENING.has(token) || CLOSING.has(token) || token === ':' || NUMBER_OR_WORD.test(token)) return token
  return NOTHING.has(token) ? 'null' : JSON.stringify(token)
}

/** All documents of a text as one list; what is around them is dropped. */
export const mendJson = (text: string): string => {
  const mended: string[] = []
  let depth = 0
  for (const [token] of text.matchAll(TOKEN)) {
    if (COMMENT.test(token) || /^[\s\uFEFF;]$/.test(token)) continue
    if (depth === 0 && !OPENING.has(token)) continue
    const last = mended.at(-1)
    if (token === ',') {
      if (last !== undefined && last !== ',' && !OPENING.has(last)) mended.push(',')
      continue
    }
    if (CLOSING.has(token) && last === ',') mended.pop()
    if (depth === 0 && mended.length > 0) mended.push(',')
    mended.push(mendToken(token))
    if (OPENING.has(token)) depth += 1
    else if (CLOSING.has(token)) depth -= 1
  }
  return `[${mended.join('')}]`
}
