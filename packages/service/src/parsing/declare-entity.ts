// Entities that a document type declares, as far as they are harmless: short literals without markup whose only
// references are to characters, so that none expands another. Others are ignored.

import { createReferenceDecoder } from './decode-references.ts'

const ENTITY = /^<!ENTITY\s{1,20}([a-z][\da-z]{1,31})\s{1,20}(?:"([^"%<>]{0,200})"|'([^'%<>]{0,200})')\s{0,20}>$/i
/** A reference to anything but a character, or a stray `&`. */
const OTHER_REFERENCE = /&(?!(?:amp|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i
/** Per document. */
const MOST = 50

/** Adds the entity of a declaration. The first of two with one name counts (XML, section 4.2). */
export const declareEntity = (entities: Map<string, string>, declaration: string): void => {
  const [, name, double, single] = ENTITY.exec(declaration) ?? []
  const written = double ?? single ?? ''
  if (name === undefined || OTHER_REFERENCE.test(written) || entities.has(name) || entities.size === MOST) return
  const literal = createReferenceDecoder()(written)
  if (!/[<>]/.test(literal)) entities.set(name, literal)
}
