// A URL taken apart, as patterns of posts' URLs read it.

export type PostAddress = {
  readonly scheme: 'web' | 'at'
  /** The URL itself; null in the AT Protocol. */
  readonly url: URL | null
  /** The host without the label of its face, then as it is: a blog may well be called `old`. */
  readonly hosts: readonly string[]
  /** The path as it is, then without what may be glued to it. */
  readonly paths: readonly string[]
  /** The path of a program that keeps its place in the fragment: `/#/path`. */
  readonly route: string | undefined
  readonly query: URLSearchParams
  /** The address of what is played, where this one is a player's. */
  readonly played: PostAddress | undefined
}
