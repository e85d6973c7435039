// What the selector needs of a page of posts: a part of what the service answers, so that its answers fit as they are.

/** Whose posts may be chosen. */
export type Profile = {
  readonly platform: string
  /** In any spelling that the service takes. */
  readonly handle: string
  /** Which of its posts; the platform's `posts` if nothing else is said. */
  readonly variant?: string
  /** What editors call it; made of the handle if nothing else is said. */
  readonly label?: string
}

/** What an editor may name a profile of; what `platforms()` and `account()` of the service's clients give fits as it is. */
export type Platform = {
  readonly id: string
  readonly name: string
  /** Examples, the best first. */
  readonly handles?: readonly string[]
}

export type SourceMedia = {
  readonly url: string | null
  readonly previewUrl: string | null
  readonly type: 'image' | 'video' | 'gif' | 'audio'
  /** The description for those who do not see it. */
  readonly alt: string | null
}

export type SourcePost = {
  readonly id: string
  /** The post on its platform. */
  readonly url: string | null
  readonly kind: string
  readonly title: string | null
  /** Plain text. */
  readonly text: string | null
  /** BCP 47. */
  readonly language: string | null
  /** RFC 3339. */
  readonly publishedAt: string | null
  readonly media: readonly SourceMedia[]
  readonly link: { readonly title: string | null; readonly imageUrl: string | null } | null
  /** Whether its pictures are covered until an editor asks. */
  readonly sensitive: boolean | null
}

/** The `data` of scan-profile and load-more-posts. */
export type SourcePage = {
  readonly body: {
    /** In its canonical form: what a choice is stored with. */
    readonly handle: string
    readonly posts: readonly SourcePost[]
  }
  /** null on the last page. */
  readonly nextCursor: string | null
}

/** A post with whose it is. */
export type Post = SourcePost & {
  readonly platform: string
  readonly handle: string
}
