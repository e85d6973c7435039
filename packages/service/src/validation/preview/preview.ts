// The fields of a page's preview, and the order of trust among the sources of each field. A source is used only for the
// fields that list it.

/** What a page says about itself; null for missing fields. Plain text: escape it before display. */
export type Preview = {
  readonly title: string | null
  readonly description: string | null
  /** An absolute http(s) URL, as every URL here. */
  readonly imageUrl: string | null
  readonly siteName: string | null
  readonly author: string | null
  /** RFC 3339, UTC, milliseconds. */
  readonly publishedAt: string | null
  readonly canonicalUrl: string | null
  readonly oembedUrl: string | null
}

export type PreviewField = keyof Preview

/** A fetched page. */
export type PreviewInput = {
  readonly text: string
  /** The URL that responded, after redirects: relative URLs are resolved against it. */
  readonly url: string
  /** Lower-case names; only `link` is read. */
  readonly headers?: Readonly<Record<string, string>>
}

export type SourceName = 'openGraph' | 'twitterCard' | 'jsonLd' | 'microformats' | 'html' | 'linkHeader'

type FieldRule = {
  readonly kind: 'text' | 'name' | 'url' | 'time'
  /** Longest value, in UTF-16 units. */
  readonly maxLength: number
  /** Most trusted first. */
  readonly sources: readonly SourceName[]
}

/** The usual order of trust is Open Graph, Twitter card, JSON-LD, microformats, HTML. There are two exceptions. For the
 * canonical URL, `rel=canonical` is the standard (RFC 6596), and `og:url` often names a front page. For the author,
 * the Twitter card has an account's handle, and the others have a name. */
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

/** The preview of a page without any data. */
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

/** Removes a description that repeats the title. */
export const withoutRepetition = (preview: Preview): Preview =>
  preview.description === preview.title ? { ...preview, description: null } : preview

/** Fills the missing fields of one preview from another. */
export const fillPreview = (preview: Preview, other: Preview): Preview =>
  withoutRepetition(Object.fromEntries(FIELD_NAMES.map((field) => [field, preview[field] ?? other[field]])) as Preview)
