// The entities that a document type declares, as far as they are harmless: short literals that hold no markup and refer to nothing,
// so that none leads to another. Others, and what stands elsewhere, are passed over.

const ENTITY = /^<!ENTITY\s{1,20}([a-z][\da-z]{1,31})\s{1,20}(?:"([^"&%<>]{0,200})"|'([^'&%<>]{0,200})')\s{0,20}>$/i
/** Of one document. */
const MOST = 50

/** Adds what a declaration declares. The first of two with one name counts (XML, section 4.2). */
export const declareEntity = (entities: Map<string, string>, declaration: string): void => {
  const [, name, double, single] = ENTITY.exec(declaration) ?? []
  if (name === undefined || entities.has(name) || entities.size === MOST) return
  entities.set(name, double ?? single ?? '')
}
