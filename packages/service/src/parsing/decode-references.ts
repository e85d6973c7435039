// The references of XML and HTML in a text → the characters that they stand for. Each is resolved once, to one character or two,
// or to a short literal that its document declares; what is no reference stays as it is (`?a=1&copy=2`).

import { decodeHTMLStrict } from 'entities/decode'
import { keepCompiled } from './keep-compiled.ts'
import { repairCharacter } from './repair-character.ts'

const REFERENCE = /&(?:#(\d{1,32})|#x([\da-f]{1,32})|([a-z][\da-z]{1,31}));/gi
const RARE_REFERENCE = /&(?!amp;)[#a-z]/i
/** Those that most texts have and no other, so that they need no look at each. */
const COMMON = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
] as const
/** Written in the place of a document's own references, all in all. */
const MOST_OWN_CHARACTERS = 64 * 1024
const NONE: ReadonlyMap<string, string> = new Map()
/** HTML has about as many; a document that has more makes them up. */
const MOST_NAMES = 2_000

/**
 * Resolves the references in the texts of one document. Those to characters that do not exist become U+FFFD, those to
 * control characters nothing; names that neither HTML nor `own` knows stay. What `own` stands for is never looked into again.
 */
export const createReferenceDecoder = (own: ReadonlyMap<string, string> = NONE): ((text: string) => string) => {
  const names = new Map<string, string>()
  let left = MOST_OWN_CHARACTERS

  const resolveName = (name: string, source: string): string => {
    const held = names.get(name)
    if (held !== undefined && held !== source) return held
    const literal = own.get(name)
    if (literal !== undefined && literal.length <= left) {
      left -= literal.length
      return literal
    }
    if (held !== undefined) return held
    if (names.size === MOST_NAMES) return source
    // As HTML names it; what it does not name so stays.
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
