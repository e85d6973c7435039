// JSON from elsewhere. JSON.parse takes a depth of a million, which JSON.stringify and every walker then die of, and
// lets `__proto__` in as an own key; both are refused before anything is built.

const MAX_DEPTH = 64
/** Small values are the dearest: a few megabytes of them take half a second. */
const MAX_VALUES = 300_000
/** Of one object. What looks keys up in one with hundreds of thousands takes seconds. */
const MAX_KEYS = 5_000
/** A `__proto__` key, each of its characters plain or by its number. A quote that begins a string stands behind no
 * backslash, and what ends before a colon is a key. */
const PROTO_KEY =
  /(?<!\\)"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i

/** Every such key has one of these: two marks in a row, or one by its number. */
const mayHaveProto = (text: string): boolean => text.includes('__') || text.includes('\\u005')

const SURROGATE = /\\u[dD][89a-fA-F]/
/** An escaped backslash, the two halves of a character, or one half alone: in that order, so that only the last is alone. */
const HALVES = /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g
const HALF_LENGTH = '\\ud800'.length

/** Half a character, which JSON can escape (RFC 8259 section 8.2) and nothing that is sent or stored can hold, becomes U+FFFD. */
const withWholeCharacters = (text: string): string =>
  SURROGATE.test(text) ? text.replace(HALVES, (found) => (found.length === HALF_LENGTH ? '\\ufffd' : found)) : text

/** The value of a JSON text, whose strings are well formed. Throws SyntaxError when it is not JSON, nests deeper than 64, holds more than 300,000 values or
 * an object of more than 5,000 keys, or has a `__proto__` key. */
export const parseJson = (text: string): unknown => JSON.parse(requireBounded(text))

/** The same, in which an integer beyond 2^53, whose last digits no number holds, is the text of its digits: an id of twenty
 * digits stays the one that it is. */
export const parseJsonWithIds = (text: string): unknown => {
  const bounded = requireBounded(text)
  return LONG_NUMBER.test(bounded) ? JSON.parse(bounded, asWritten) : JSON.parse(bounded)
}

/** Whether there may be one, told without a look at each value. */
const LONG_NUMBER = /[:[,\s]-?\d+(?:\d{15}|(?:\.\d+)?[eE])/

/** `context` is that of JSON.parse in the newest ECMAScript: how the value is written. */
const asWritten = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

/** The text, with whole characters; throws where it is too deep, too much, or has a key that nothing may have. */
const requireBounded = (text: string): string => {
  const { depth, values, keys } = outlineOf(text)
  if (depth > MAX_DEPTH) throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH}`)
  if (values > MAX_VALUES) throw new SyntaxError(`JSON holds more than ${MAX_VALUES} values`)
  if (keys > MAX_KEYS) throw new SyntaxError(`JSON holds an object of more than ${MAX_KEYS} keys`)
  if (mayHaveProto(text) && PROTO_KEY.test(text)) throw new SyntaxError('JSON has a __proto__ key')
  return withWholeCharacters(text)
}

type Outline = {
  /** Of the deepest nesting. */
  readonly depth: number
  /** At most. */
  readonly values: number
  /** Of the object that has the most. */
  readonly keys: number
}

/** By one linear pass over the structure. Strings are most of a text, and are leapt over. */
const outlineOf = (text: string): Outline => {
  /** Keys so far of the object that is open at each depth. */
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

/** Where the string ends that begins at a quote: at the first quote behind an even number of backslashes, else with the text. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let from = end
    while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1
    if ((end - from) % 2 === 0) return end
  }
  return text.length
}
