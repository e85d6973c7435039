// A parsed feed, the same for RSS, RDF, Atom and JSON Feed, before it is mapped to posts. Nothing is sanitized or made absolute yet.

/** Markup, or plain text. */
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
  /** `image`, `audio` or `video`, when the feed says so besides the type. */
  readonly medium?: string | undefined
  readonly previewUrl?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly alt?: string | undefined
}

/** The fields that identify and sort an item. All others, also the URL, are only read for the items of a page. */
export type FeedItem = {
  readonly id?: string | undefined
  readonly url?: string | undefined
  /** RFC 3339 in UTC, with milliseconds. */
  readonly publishedAt?: string | undefined
  /** Reads the other fields. Call it as a method of the item. */
  read(): ItemContent
}

export type ItemContent = {
  /** The page that the item links to, when that is not its own. */
  readonly externalUrl?: string | undefined
  readonly title?: FeedText | undefined
  readonly content?: FeedText | undefined
  /** Only present together with `content`. */
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
  /** The item's page, as the base of fragments, when the feed declares no base. */
  readonly page?: string | undefined
  /** The base of relative URLs in the item. */
  readonly base: string
}

export type Feed = {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json'
  /** The URL that the feed was read from. */
  readonly feedUrl: string
  readonly id?: string | undefined
  readonly title?: FeedText | undefined
  readonly description?: FeedText | undefined
  readonly siteUrl?: string | undefined
  readonly imageUrl?: string | undefined
  readonly bannerUrl?: string | undefined
  readonly language?: string | undefined
  /** The URL of the document with older items. */
  readonly nextUrl?: string | undefined
  readonly items: readonly FeedItem[]
}
