// When the body of a page must be read: a field is still missing behind the head, and the body holds a mark of a source
// that may fill it. Looking for marks costs a scan of native speed; reading costs thirty times that.

import type { PreviewField } from './preview.ts'

type Mark = { readonly pattern: RegExp; readonly fields: readonly PreviewField[] }

const ALL_BUT_OEMBED: readonly PreviewField[] = [
  ...(['title', 'description', 'imageUrl', 'siteName', 'author', 'publishedAt', 'canonicalUrl'] as const),
]

/** The canonical address and the image alone are not worth a body: most pages without them have them nowhere. */
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

/** The fields that reading `rest`, the text behind the head, may fill; none means that it is not read. */
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
