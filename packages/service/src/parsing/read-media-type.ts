// The media type of a response as browsers read it: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type,
// and types that state nothing: https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type.

export type MediaType = {
  /** Type and subtype in lower case: `text/html`. */
  readonly essence: string
  /** As written, without quotes. */
  readonly charset?: string
}

/** Longer headers are cut: no honest server sends them. */
const MAX_HEADER = 2_048
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const UNQUOTED_PAIR = /\\(.)/gs

/** Splits at a separator outside quoted strings. */
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

/** The value of a parameter. Single quotes are not part of the standard, but no charset has them in its name. */
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

/** The last valid type, with the charset of an earlier one of the same type: a program and the server in front of it
 * may both have sent one. Undefined if there is none. */
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

/** Types that servers send for unknown content: https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown'])

/** As `readMediaType`, without types for unknown content. */
export const knownMediaType = (contentType: string | undefined): MediaType | undefined => {
  const type = readMediaType(contentType)
  return type === undefined || UNKNOWN.has(type.essence) ? undefined : type
}
