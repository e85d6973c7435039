// The media type of a response as browsers read it: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type, and what the
// bytes are where it says nothing: https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type.

export type MediaType = {
  /** Lower-case type and subtype: `text/html`. */
  readonly essence: string
  /** As written, without quotes. */
  readonly charset?: string
}

/** What is longer is cut: no server means it. */
const MAX_HEADER = 2_048
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const UNQUOTED_PAIR = /\\(.)/gs

/** Splits at a separator that stands in no quoted string. */
const splitOutside = (text: string, separator: string): readonly string[] => {
  const pieces: string[] = []
  let [from, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      pieces.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...pieces, text.slice(from)]
}

/** The value of a parameter. Quotes of the other kind are none by the standard, and nobody means a charset of that name. */
const unquoted = (value: string): string => {
  const [quote] = value
  if (quote !== '"' && quote !== "'") return value
  const end = value.slice(1).search(quote === '"' ? /(?<!\\)"/ : /'/)
  const inside = end === -1 ? value.slice(1) : value.slice(1, end + 1)
  return inside.replaceAll(UNQUOTED_PAIR, '$1').trim()
}

const charsetOf = (parameters: readonly string[]): string | undefined => {
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=')
    if (equals === -1 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue
    return unquoted(parameter.slice(equals + 1).trim()) || undefined
  }
  return undefined
}

const parse = (text: string): MediaType | undefined => {
  const [type = '', ...parameters] = splitOutside(text, ';')
  const essence = type.trim().toLowerCase()
  const [main = '', sub = '', ...more] = essence.split('/')
  if (!TOKEN.test(main) || !TOKEN.test(sub) || more.length > 0) return undefined
  const charset = charsetOf(parameters)
  return { essence, ...(charset !== undefined && { charset }) }
}

/** The last type that can be read, with the charset of one before it where that is the same type: a program and the server in
 * front of it may both have sent one. Undefined where nothing is said. */
export const readMediaType = (contentType: string | undefined): MediaType | undefined => {
  let found: MediaType | undefined
  let carried: string | undefined
  for (const piece of splitOutside((contentType ?? '').slice(0, MAX_HEADER), ',')) {
    const next = parse(piece)
    if (next === undefined || next.essence === '*/*') continue
    if (next.essence !== found?.essence) carried = next.charset
    const charset = next.charset ?? carried
    found = { essence: next.essence, ...(charset !== undefined && { charset }) }
  }
  return found
}

/** What servers send for what they do not know: https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown'])

/** As `readMediaType`, without types that say nothing of what they stand for. */
export const knownMediaType = (contentType: string | undefined): MediaType | undefined => {
  const type = readMediaType(contentType)
  return type === undefined || UNKNOWN.has(type.essence) ? undefined : type
}
