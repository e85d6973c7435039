// Resolves the references of XML and HTML in a text. Each is resolved once, to one or two characters, or to a short
// literal that the document declares. Everything else stays as it is (`?a=1&copy=2`).

import { decodeHTMLStrict } from 'entities/decode'
import { keepCompiled } from './keep-compiled.ts'
import { repairCharacter } from './repair-character.ts'

const REFERENCE = /&(?:#(\d{1,32})|#x([\da-f]{1,32})|([a-z][\da-z]{1,31}));/gi
const RARE_REFERENCE = /&(?!amp;)[#a-z]/i
/** Most texts have only these, so they are replaced first. */
const COMMON = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
] as const
/** Total characters that the document's own references expand to. */
const MAX_OWN_CHARACTERS = 64 * 1024
const NONE: ReadonlyMap<string, string> = new Map()
/** HTML has about as many names. A document with more makes them up. */
const MAX_NAMES = 2_000

/** Returns a function that resolves the references in the texts of one document. References to invalid characters
 * become U+FFFD, those to control characters are dropped, and names that neither HTML nor `own` defines stay. Literals
 * of `own` are not resolved again. */
export const createReferenceDecoder = (own: ReadonlyMap<string, string> = NONE): ((text: string) => string) => {
  const names = new Map<string, string>()
  let left = MAX_OWN_CHARACTERS

  const resolveName = (name: string, source: string): string => {
    const cached = names.get(name)
    if (cached !== undefined && cached !== source) return cached
    const literal = own.get(name)
    if (literal !== undefined && literal.length <= left) {
      left -= literal.length
      return literal
    }
    if (cached !== undefined) return cached
    if (names.size === MAX_NAMES) return source
    // As HTML names it; unknown names stay.
    const character = decodeHTMLStrict(`&${name};`)
    names.set(name, character)
    return character
  }

  return (text) => {
    if (!text.includes('&')) return text
    let decoded = text
    for (const [reference, character] of COMMON) decoded = decoded.replaceAll(reference, character)
    if (!RARE_REFERENCE.test(decoded)) return decoded.replaceAll('&amp;', '&')
    return decoded.replace(REFERENCE, (source, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return resolveName(name, source)
      return repairCharacter(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal))
    })
  }
}

keepCompiled(createReferenceDecoder())
