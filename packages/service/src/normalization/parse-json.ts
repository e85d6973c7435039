// JSON from elsewhere. JSON.parse takes a depth of a million, which JSON.stringify and every walker then die of, and
// lets `__proto__` in as an own key; both are refused before anything is built.

const MAX_DEPTH = 64

/** The value of a JSON text. Throws SyntaxError when it is not JSON, nests deeper than 64, or has a `__proto__` key. */
export const parseJson = (text: string): unknown => {
  if (depthOf(text) > MAX_DEPTH) throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH}`)
  if (!text.includes('__proto__') && !text.includes('\\u')) return JSON.parse(text)
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__') throw new SyntaxError('JSON has a __proto__ key')
    return value
  })
}

/** The deepest nesting, by one linear pass that knows strings from structure. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === 0x5c) at += 1
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x5b || character === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (character === 0x5d || character === 0x7d) depth -= 1
  }
  return deepest
}
