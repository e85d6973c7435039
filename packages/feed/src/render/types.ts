// The shapes that the renderer reads. Every page of the API has them; a page may leave out what it does not have.

type Maybe<Value> = Value | null | undefined

export type FeedAuthor = {
  readonly id?: Maybe<string>
  readonly handle?: Maybe<string>
  readonly displayName?: Maybe<string>
  readonly url?: Maybe<string>
  readonly avatarUrl?: Maybe<string>
}

export type FeedProfile = FeedAuthor & {
  readonly bio?: Maybe<{ readonly text?: Maybe<string> }>
  readonly counts?: Maybe<Readonly<Partial<Record<'posts' | 'followers' | 'following', Maybe<number>>>>>
}

export type FeedMedia = {
  readonly type: string
  readonly url?: Maybe<string>
  readonly previewUrl?: Maybe<string>
  readonly embedUrl?: Maybe<string>
  readonly width?: Maybe<number>
  readonly height?: Maybe<number>
  readonly durationSeconds?: Maybe<number>
  readonly alt?: Maybe<string>
  /** Widths that `url` can be had in. */
  readonly sizes?: Maybe<readonly number[]>
}

export type FeedLink = {
  readonly url: string
  readonly title?: Maybe<string>
  readonly description?: Maybe<string>
  readonly imageUrl?: Maybe<string>
  readonly siteName?: Maybe<string>
}

export type FeedPoll = {
  readonly options: readonly { readonly text: string; readonly votes?: Maybe<number> }[]
  readonly votes?: Maybe<number>
  readonly voters?: Maybe<number>
  readonly closed?: Maybe<boolean>
}

type Reference = { readonly url?: Maybe<string>; readonly author?: Maybe<FeedAuthor> }

export type FeedPost = {
  readonly id: string
  readonly kind?: Maybe<string>
  readonly url?: Maybe<string>
  readonly author?: Maybe<FeedAuthor>
  readonly publishedAt?: Maybe<string>
  readonly language?: Maybe<string>
  readonly title?: Maybe<string>
  readonly summary?: Maybe<string>
  readonly text?: Maybe<string>
  /** As the API sanitizes it. Cards of full posts show it; everything but text, links, lists and emphasis is dropped. */
  readonly html?: Maybe<string>
  readonly media?: Maybe<readonly FeedMedia[]>
  readonly link?: Maybe<FeedLink>
  readonly poll?: Maybe<FeedPoll>
  readonly repostOf?: Maybe<Reference>
  readonly replyTo?: Maybe<Reference>
  readonly quoteOf?: Maybe<Reference>
  readonly metrics?: Maybe<Readonly<Partial<Record<'likes' | 'comments' | 'shares' | 'views', Maybe<number>>>>>
  readonly pinned?: Maybe<boolean>
  readonly sensitive?: Maybe<boolean>
}

/** A page of posts, as `scan-profile` returns it in `data`. */
export type FeedPage = {
  readonly body: {
    readonly platform?: Maybe<string>
    readonly handle?: Maybe<string>
    readonly profile?: Maybe<FeedProfile>
    readonly posts: readonly FeedPost[]
  }
  readonly nextCursor?: Maybe<string>
}

/** A copy of an image on the site's own server. */
export type ImageCopy = { readonly url: string; readonly width: number; readonly height: number }

/** `m0`… for media of a post, `card` for its link, `avatar` for its author or a profile. */
export type ImageSlot = `m${number}` | 'card' | 'avatar'

/**
 * Maps the URL of an image to its copies, smallest first; to another URL; or to null, which shows no image: visitors
 * then load it with a button.
 */
export type ImageOf = (url: string, slot: ImageSlot) => readonly ImageCopy[] | string | null

/** What a part was made of. Nothing in it is escaped, except `parts`. */
export type PartData = {
  readonly layout: string
  readonly post?: FeedPost
  readonly platform?: string
  readonly kind?: string
  readonly isWhole?: boolean
  /** HTML of all parts of a card. */
  readonly parts?: Readonly<Record<string, string>>
  readonly profiles?: readonly { readonly profile: FeedProfile; readonly platform: string }[]
  readonly more?: string
}

/** Returns the HTML to show instead of `html`. It has to be safe. */
export type PartOf = (name: string, html: string, data: PartData) => string
