// Hashtags in handles: `#bread`, `#bread,rye` (any of them), `#bread+rye` (all of them), `#bread-rye` (without the
// second). Each is folded, and the list is sorted, so that every spelling is one handle.

/** Letters of any script, marks, digits and `_`, but not digits alone. */
const TAG = /^(?!\d+$)[\p{L}\p{N}\p{M}_·]{1,100}$/u
const EXPRESSION = /^(?<first>[^,+-]+)(?<rest>(?:[,+-][^,+-]+)*)$/
export const MOST_TAGS = 5

export type Tags = {
  /** At least one. */
  readonly any: readonly [string, ...string[]]
  readonly all: readonly string[]
  readonly none: readonly string[]
}

/** In lower case; undefined when it is no hashtag. `written`: with or without `#`. */
export const foldTag = (written: string): string | undefined => {
  const tag = written
    .replace(/^[#＃]/, '')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
  return TAG.test(tag) ? tag : undefined
}

/** `written`: without `#`. undefined when one of them is no hashtag, or when there are more than five. */
export const readTags = (written: string): Tags | undefined => {
  const { first = '', rest = '' } = EXPRESSION.exec(written.replace(/(^|[,+-])#/g, '$1'))?.groups ?? {}
  const parts = [`,${first}`, ...(rest.match(/[,+-][^,+-]+/g) ?? [])].map(
    (part) => [part.charAt(0), foldTag(part.slice(1))] as const,
  )
  if (parts.some(([, tag]) => tag === undefined) || parts.length > MOST_TAGS) return undefined
  const of = (sign: string) => [...new Set(parts.flatMap(([each, tag]) => (each === sign && tag ? [tag] : [])))].sort()
  const [any, all, none] = [of(','), of('+'), of('-')]
  // With one tag on each side, `a+b` and `b+a` are the same.
  const required = any.length === 1 ? [...new Set([...any, ...all])].sort() : all
  const [main, ...others] = any.length === 1 ? required.slice(0, 1) : any
  if (main === undefined) return undefined
  return { any: [main, ...others], all: any.length === 1 ? required.slice(1) : all, none }
}

/** The canonical form, without `#`. */
export const writeTags = ({ any, all, none }: Tags): string =>
  [any.join(','), ...all.map((tag) => `+${tag}`), ...none.map((tag) => `-${tag}`)].join('')
