// The language of a post as upstreams tell it. Some name one of the codes by which ISO 639 says that there is none to name.

/** Undetermined, several, no words, none of those that have a code. https://iso639-3.sil.org/about/scope */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis'])

/** The code, or null where nothing says which language it is. */
export const languageOrNull = (code: string | null | undefined): string | null => {
  const [language = ''] = code?.trim().toLowerCase().split(/[-_]/, 1) ?? []
  return language === '' || NO_LANGUAGE.has(language) ? null : (code?.trim() ?? null)
}
