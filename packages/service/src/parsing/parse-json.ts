// Parses untrusted JSON. JSON.parse accepts a depth of a million, which overflows the stack of JSON.stringify and other
// walkers, and an own `__proto__` key. Both are refused before anything is parsed.

const MAX_DEPTH = 64
/** Small values are the most expensive: a few megabytes of them take half a second. */
const MAX_VALUES = 300_000
/** Of one object. Looking keys up among hundreds of thousands takes seconds. */
const MAX_KEYS = 5_000
/** A `__proto__` key, each character plain or escaped. A quote that starts a string has no backslash before it, and a
 * string before a colon is a key. */
const PROTO_KEY =
  /(?<!\\)"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i

/** Every such key has one of these: two underscores in a row, or an escaped one. */
const mayHaveProto = (text: string): boolean => text.includes('__') || text.includes('\\u005')

const SURROGATE = /\\u[dD][89a-fA-F]/
/** An escaped backslash, a surrogate pair, or a lone surrogate, in this order, so that only lone surrogates are matched
 * last. */
const HALVES = /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g
const HALF_LENGTH = '\\ud800'.length

/** A lone surrogate, which JSON can escape (RFC 8259, section 8.2) but UTF-8 cannot contain, becomes U+FFFD. */
const withWholeCharacters = (text: string): string =>
  SURROGATE.test(text) ? text.replace(HALVES, (found) => (found.length === HALF_LENGTH ? '\\ufffd' : found)) : text

/** The value of a JSON text, with well-formed strings. Throws SyntaxError if it is not JSON, nests deeper than 64, has
 * more than 300,000 values or an object with more than 5,000 keys, or has a `__proto__` key. */
export const parseJson = (text: string): unknown => JSON.parse(requireBounded(text))

/** The same, but an integer beyond 2^53, which a number would round, is the text of its digits: an id of twenty digits
 * stays intact. */
export const parseJsonWithIds = (text: string): unknown => {
  const bounded = requireBounded(text)
  return LONG_NUMBER.test(bounded) ? JSON.parse(bounded, asWritten) : JSON.parse(bounded)
}

/** Whether there may be such an integer, without testing each value. */
const LONG_NUMBER = /[:[,\s]-?\d+(?:\d{15}|(?:\.\d+)?[eE])/

/** `context` is that of JSON.parse in the newest ECMAScript: `source` is the value as written. */
const asWritten = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

/** Replaces lone surrogates. Throws if the text is too deep or too large, or has a forbidden key. */
const requireBounded = (text: string): string => {
  const { depth, values, keys } = outlineOf(text)
  if (depth > MAX_DEPTH) throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH}`)
  if (values > MAX_VALUES) throw new SyntaxError(`JSON holds more than ${MAX_VALUES} values`)
  if (keys > MAX_KEYS) throw new SyntaxError(`JSON holds an object of more than ${MAX_KEYS} keys`)
  if (mayHaveProto(text) && PROTO_KEY.test(text)) throw new SyntaxError('JSON has a __proto__ key')
  return withWholeCharacters(text)
}

type Outline = {
  /** The deepest nesting. */
  readonly depth: number
  /** An upper bound. */
  readonly values: number
  /** Of the object with the most keys. */
  readonly keys: number
}

/** One linear pass over the structure. Strings, which are most of a text, are skipped. */
const outlineOf = (text: string): Outline => {
  /** Keys so far of the open object at each depth. */
  const open = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let deepest = 0
  let values = 1
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === 0x2c) values += 1
    else if (character === 0x3a && depth >= 0 && depth <= MAX_DEPTH) {
      const count = (open[depth] ?? 0) + 1
      open[depth] = count
      if (count > keys) keys = count
    } else if (character === 0x5b || character === 0x7b) {
      depth += 1
      values += 1
      if (depth > deepest) deepest = depth
      if (depth <= MAX_DEPTH) open[depth] = 0
    } else if (character === 0x5d || character === 0x7d) depth -= 1
  }
  return { depth: deepest, values, keys }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The end of the string that starts at a quote: the first quote after an even number of backslashes, else the end of
 * the text. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let from = end
    while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1
    if ((end - from) % 2 === 0) return end
  }
  return text.length
}
