// Handles of platforms that have hashtags and searches: `#tag` and `search/words`. Parses text only; sends no request.

export type SearchHandle =
  | { readonly is: 'tag'; readonly tag: string }
  | { readonly is: 'search'; readonly query: string }

const SEARCH = /^search\/(?<words>[\s\S]+)$/i
const MAX_QUERY = 200

/** Composed, with one space between words. */
export const tidyWords = (written: string): string => written.normalize('NFC').replace(/\s+/g, ' ').trim()

/** undefined when no word is left, or the words are too long. */
export const searchOf = (written = ''): Extract<SearchHandle, { is: 'search' }> | undefined => {
  const query = tidyWords(written)
  const isValid = query.length <= MAX_QUERY && /[\p{L}\p{N}]/u.test(query) && query.isWellFormed()
  return isValid ? { is: 'search', query } : undefined
}

/** The words of a search in its written form. */
export const writtenSearch = (text: string): string | undefined => SEARCH.exec(text)?.groups?.words

export type SearchHandles = {
  /** A hashtag or a search in any spelling → its handle; undefined when the input is neither. */
  canonicalize(input: string): string | undefined
  /** Parses a handle in its written form; undefined for that of anything else. */
  parse(text: string): SearchHandle | undefined
}

export type SearchHandlesOptions = {
  /** Parses a hashtag in its written form. */
  readonly writtenTag: (text: string) => SearchHandle | undefined
  /** Parses the URL of a hashtag or a search. */
  readonly at: (text: string) => SearchHandle | undefined
}

export const createSearchHandles = ({ writtenTag, at }: SearchHandlesOptions): SearchHandles => {
  const parse = (text: string): SearchHandle | undefined => writtenTag(text) ?? searchOf(writtenSearch(text))
  return {
    parse,
    canonicalize(input) {
      const text = input.trim()
      const search = parse(text) ?? at(text)
      return search && (search.is === 'tag' ? `#${search.tag}` : `search/${search.query}`)
    },
  }
}
