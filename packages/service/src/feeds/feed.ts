// A feed in a common form for RSS, RDF, Atom and JSON Feed, before it is mapped to posts. Nothing here is sanitized or
// made absolute.

/** Markup or plain text. */
export type FeedText = { readonly html: string } | { readonly plain: string }

export type FeedPerson = {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly avatarUrl?: string | undefined
}

export type FeedFile = {
  readonly url?: string | undefined
  /** Media type, such as `audio/mpeg`. */
  readonly type?: string | undefined
  /** `image`, `audio` or `video`, if the feed states it separately from the type. */
  readonly medium?: string | undefined
  readonly previewUrl?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly alt?: string | undefined
}

/** The identity and date of an item. The rest, including the URL, is read only for items on a page. */
export type FeedItem = {
  readonly id?: string | undefined
  readonly url?: string | undefined
  /** RFC 3339 in UTC, with milliseconds. */
  readonly publishedAt?: string | undefined
  /** A method: call it on the item. */
  read(): ItemContent
}

export type ItemContent = {
  /** What the item links to, if that is not its own page. */
  readonly externalUrl?: string | undefined
  readonly title?: FeedText | undefined
  readonly content?: FeedText | undefined
  /** Only in addition to a content. */
  readonly summary?: FeedText | undefined
  readonly editedAt?: string | undefined
  readonly author?: FeedPerson | undefined
  readonly language?: string | undefined
  /** Categories and keywords. */
  readonly tags?: readonly string[] | undefined
  readonly files: readonly FeedFile[]
  readonly likes?: number | undefined
  readonly comments?: number | undefined
  readonly views?: number | undefined
  readonly replyTo?: { readonly id?: string | undefined; readonly url?: string | undefined } | undefined
  readonly explicit?: boolean | undefined
  /** The item's page, if the feed states no base for fragments. */
  readonly page?: string | undefined
  /** Base of relative URLs in the item. */
  readonly base: string
}

export type Feed = {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json'
  /** The URL of the feed. */
  readonly feedUrl: string
  readonly id?: string | undefined
  readonly title?: FeedText | undefined
  readonly description?: FeedText | undefined
  readonly siteUrl?: string | undefined
  readonly imageUrl?: string | undefined
  readonly bannerUrl?: string | undefined
  readonly language?: string | undefined
  /** The document with earlier items. */
  readonly nextUrl?: string | undefined
  readonly items: readonly FeedItem[]
}
