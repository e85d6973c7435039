// The part of the service's responses that the selector uses. Responses of the service fit without conversion.

/** A profile whose posts can be selected. */
export type Profile = {
  readonly platform: string
  /** Any form that the service accepts. */
  readonly handle: string
  /** Which posts of the profile. Default: `posts`. */
  readonly variant?: string
  /** Display name. Default: the handle. */
  readonly label?: string
}

/** A platform whose profiles an editor can add. Results of `platforms()` and `account()` of the clients fit without conversion. */
export type Platform = {
  readonly id: string
  readonly name: string
  /** Examples of handles, the best first. */
  readonly handles?: readonly string[]
}

export type SourceMedia = {
  readonly url: string | null
  readonly previewUrl: string | null
  readonly type: 'image' | 'video' | 'gif' | 'audio'
  /** Alternative text. */
  readonly alt: string | null
  /** Widths that `url` can be had in, the smallest first. */
  readonly sizes?: readonly number[]
}

export type SourcePost = {
  readonly id: string
  /** URL of the post on its platform. */
  readonly url: string | null
  readonly kind: string
  readonly title: string | null
  /** Plain text. */
  readonly text: string | null
  /** BCP 47 language tag. */
  readonly language: string | null
  /** RFC 3339 timestamp. */
  readonly publishedAt: string | null
  readonly media: readonly SourceMedia[]
  readonly link: { readonly title: string | null; readonly imageUrl: string | null } | null
  /** Whether its images are hidden until an editor reveals them. */
  readonly sensitive: boolean | null
}

/** The `data` of scan-profile and load-more-posts. */
export type SourcePage = {
  readonly body: {
    /** The canonical handle, which is stored with a selection. */
    readonly handle: string
    readonly posts: readonly SourcePost[]
  }
  /** null on the last page. */
  readonly nextCursor: string | null
}

/** A post with its profile. */
export type Post = SourcePost & {
  readonly platform: string
  readonly handle: string
}
