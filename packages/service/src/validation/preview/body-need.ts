// Decides whether the body of a page must be parsed: when the head left a field empty, and the body contains a mark of
// a source for it. Searching for marks runs at native speed; parsing costs thirty times as much.

import type { PreviewField } from './preview.ts'

type Mark = { readonly pattern: RegExp; readonly fields: readonly PreviewField[] }

const ALL_BUT_OEMBED: readonly PreviewField[] = [
  ...(['title', 'description', 'imageUrl', 'siteName', 'author', 'publishedAt', 'canonicalUrl'] as const),
]

/** The canonical URL and the site name alone do not justify parsing a body: most pages that lack them in the head lack
 * them in the body, too. */
const WORTH_A_BODY: readonly PreviewField[] = ['title', 'description', 'imageUrl', 'author', 'publishedAt']

const MARKS: readonly Mark[] = [
  { pattern: /application\/ld\+json/i, fields: ALL_BUT_OEMBED },
  { pattern: /<meta\s/i, fields: ALL_BUT_OEMBED },
  {
    pattern: /\bh-?entry\b/i,
    fields: ['title', 'description', 'imageUrl', 'author', 'publishedAt'],
  },
  { pattern: /\brel\s*=\s*["']?author\b/i, fields: ['author'] },
  { pattern: /<time\s[^<>]*datetime/i, fields: ['publishedAt'] },
  { pattern: /<(?:h1|title)[\s>]/i, fields: ['title'] },
]

/** The fields that parsing `rest`, the text after the head, may fill. If there are none, it is not parsed. */
export const fieldsInBody = (rest: string, has: (field: PreviewField) => boolean): readonly PreviewField[] => {
  const missing = WORTH_A_BODY.filter((field) => !has(field))
  if (missing.length === 0) return []
  const marked = new Set(
    MARKS.filter(({ fields }) => fields.some((field) => missing.includes(field)))
      .filter(({ pattern }) => pattern.test(rest))
      .flatMap(({ fields }) => fields),
  )
  return missing.filter((field) => marked.has(field))
}
