// The language of a post as BCP 47. Some upstreams send an ISO 639 code for "no language", the name of a language, or a
// POSIX locale.

/** Undetermined, multiple, no linguistic content, uncoded. https://iso639-3.sil.org/about/scope */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis'])
const LONGEST = 100
/** A language and its subtags, case-insensitive. */
const TAG = /^(?:[a-z]{2,3}|[ix](?=-))(?:-[a-z\d]{1,8})*$/i
/** The charset and modifier of a POSIX locale. */
const BEHIND_LOCALE = /[.@].*$/s

/** The tag, or null if it names no language. */
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
