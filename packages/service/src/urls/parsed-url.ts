// A URL in parts, as the patterns of post URLs match it.

export type ParsedUrl = {
  readonly scheme: 'web' | 'at'
  /** The URL; null for an AT URI. */
  readonly url: URL | null
  /** The host without a prefix such as `www.` or `old.`, then the host itself: a blog may really be called `old`. */
  readonly hosts: readonly string[]
  /** The path, then the path without what may be appended to it. */
  readonly paths: readonly string[]
  /** The route of a single-page app, from the fragment: `/#/path`. */
  readonly route: string | undefined
  readonly query: URLSearchParams
  /** The URL of the post that is played, when this is a player's URL. */
  readonly played: ParsedUrl | undefined
}
