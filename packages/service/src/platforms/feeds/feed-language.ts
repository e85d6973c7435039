// The language that a feed tells, in the form of BCP 47.

/** What says that nothing is said (ISO 639-3), or that several are. */
const NO_LANGUAGE = /^(?:und|zxx|mul|mis|x-default)$/i
const LONGEST = 100

/** An empty `xml:lang` takes back what was said around it (XML, section 2.12). */
export const languageOf = (told: string | undefined): string | null => {
  const tag = told?.trim().replaceAll('_', '-') ?? ''
  if (tag === '' || tag.length > LONGEST || NO_LANGUAGE.test(tag)) return null
  // Case means nothing in it, so that what is in its form stays as it is told.
  if (!told?.includes('_')) return tag
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return tag
  }
}
