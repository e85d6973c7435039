// What a preview of a page holds, and which source is believed first for each field. A source is never asked for a field outside its row.

/** What a page tells about itself; null where it does not. Plain text, to be escaped by whoever shows it. */
export type Preview = {
  readonly title: string | null
  readonly description: string | null
  /** Addresses are absolute http(s). */
  readonly imageUrl: string | null
  readonly siteName: string | null
  readonly author: string | null
  /** RFC 3339, UTC, milliseconds. */
  readonly publishedAt: string | null
  readonly canonicalUrl: string | null
  readonly oembedUrl: string | null
}

export type PreviewField = keyof Preview

/** A page as it was fetched. */
export type PreviewInput = {
  readonly text: string
  /** The address that answered, after redirects: relative addresses are resolved against it. */
  readonly url: string
  /** Lower-case names; only `link` is read. */
  readonly headers?: Readonly<Record<string, string>>
}

export type SourceName = 'openGraph' | 'twitterCard' | 'jsonLd' | 'microformats' | 'html' | 'linkHeader'

type FieldRule = {
  readonly kind: 'text' | 'name' | 'url' | 'time'
  /** Longest value, in UTF-16 units. */
  readonly maxLength: number
  /** Most believed first. */
  readonly sources: readonly SourceName[]
}

/** The generic order of trust is Open Graph, Twitter card, JSON-LD, microformats, HTML. It is left only for the address,
 * where the page's own `rel=canonical` is the standard's word (RFC 6596) and `og:url` often names a front page, and for
 * the author, where the card has an account's handle and the others have a name. */
export const FIELDS = {
  title: { kind: 'text', maxLength: 300, sources: ['openGraph', 'twitterCard', 'jsonLd', 'microformats', 'html'] },
  description: {
    kind: 'text',
    maxLength: 1000,
    sources: ['openGraph', 'twitterCard', 'jsonLd', 'microformats', 'html'],
  },
  imageUrl: { kind: 'url', maxLength: 2048, sources: ['openGraph', 'twitterCard', 'jsonLd', 'microformats', 'html'] },
  siteName: { kind: 'text', maxLength: 200, sources: ['openGraph', 'jsonLd', 'html'] },
  author: { kind: 'name', maxLength: 200, sources: ['openGraph', 'jsonLd', 'microformats', 'html', 'twitterCard'] },
  publishedAt: { kind: 'time', maxLength: 24, sources: ['openGraph', 'jsonLd', 'microformats', 'html'] },
  canonicalUrl: {
    kind: 'url',
    maxLength: 2048,
    sources: ['html', 'linkHeader', 'openGraph', 'jsonLd', 'microformats'],
  },
  oembedUrl: { kind: 'url', maxLength: 2048, sources: ['html', 'linkHeader'] },
} as const satisfies Record<PreviewField, FieldRule>

export const FIELD_NAMES = Object.keys(FIELDS) as readonly PreviewField[]

/** A page that tells nothing. */
export const EMPTY_PREVIEW: Preview = Object.freeze({
  title: null,
  description: null,
  imageUrl: null,
  siteName: null,
  author: null,
  publishedAt: null,
  canonicalUrl: null,
  oembedUrl: null,
})

/** A description that says the title again is none. */
export const withoutRepetition = (preview: Preview): Preview =>
  preview.description === preview.title ? { ...preview, description: null } : preview

/** What one tells, and what it does not tell as the other does. */
export const fillPreview = (preview: Preview, other: Preview): Preview =>
  withoutRepetition(Object.fromEntries(FIELD_NAMES.map((field) => [field, preview[field] ?? other[field]])) as Preview)
