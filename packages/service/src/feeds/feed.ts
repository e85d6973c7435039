// A feed as every format tells it: what RSS, RDF, Atom and JSON Feed have in common, before it is mapped to posts.
// Nothing here is sanitized or made absolute yet.

/** Text with its meaning: markup, or characters that mean themselves. */
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
  /** `image`, `audio` or `video`, where the feed says so apart from the type. */
  readonly medium?: string | undefined
  readonly previewUrl?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly alt?: string | undefined
}

/** What tells an item from the others, and when it is from; the rest, the address too, is read of those that a page shows. */
export type FeedItem = {
  readonly id?: string | undefined
  readonly url?: string | undefined
  /** RFC 3339 in UTC, with milliseconds. */
  readonly publishedAt?: string | undefined
  /** Not to be called apart from its item. */
  read(): ItemContent
}

export type ItemContent = {
  /** What the item points at, when that is not its own page. */
  readonly externalUrl?: string | undefined
  readonly title?: FeedText | undefined
  readonly content?: FeedText | undefined
  /** Only beside a content. */
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
  /** The item's page, where the feed does not say what fragments are relative to. */
  readonly page?: string | undefined
  /** What relative addresses of the item are relative to. */
  readonly base: string
}

export type Feed = {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json'
  /** The address that the feed was read from. */
  readonly feedUrl: string
  readonly id?: string | undefined
  readonly title?: FeedText | undefined
  readonly description?: FeedText | undefined
  readonly siteUrl?: string | undefined
  readonly imageUrl?: string | undefined
  readonly bannerUrl?: string | undefined
  readonly language?: string | undefined
  /** The document with the items before these. */
  readonly nextUrl?: string | undefined
  readonly items: readonly FeedItem[]
}
