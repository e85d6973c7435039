// The language of a post as upstreams tell it, in the form of BCP 47. Some tell one of the codes by which ISO 639 says that there
// is none to name, the name of a language, or a locale of POSIX.

/** Undetermined, several, no words, none of those that have a code. https://iso639-3.sil.org/about/scope */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis'])
const LONGEST = 100
/** A language, and what else of letters and digits it is told with. Case means nothing in it. */
const TAG = /^(?:[a-z]{2,3}|[ix](?=-))(?:-[a-z\d]{1,8})*$/i
/** The charset and the variant of a locale of POSIX. */
const BEHIND_LOCALE = /[.@].*$/s

/** The tag as it is told where it is one, or null where nothing says which language it is. */
export const languageOrNull = (reported: string | null | undefined): string | null => {
  const code = reported?.trim() ?? ''
  if (code === '' || code.length > LONGEST) return null
  const isLocale = code.includes('_')
  const tag = isLocale ? code.replace(BEHIND_LOCALE, '').replaceAll('_', '-') : code
  const [language = ''] = tag.toLowerCase().split('-', 1)
  if (!TAG.test(tag) || NO_LANGUAGE.has(language) || tag.toLowerCase() === 'x-default') return null
  return isLocale ? canonical(tag) : tag
}

const canonical = (tag: string): string | null => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
