// A site whose posts are known by their addresses, as data: what they look like, which address is the post's own, and
// where it is asked for without anybody's credentials. A site knows posts only: a profile or a list is none.

import { compilePattern, fillTemplate, type PartShapes, type PostAddress } from './post-pattern.ts'

export type PostSite = {
  /** The `platform` of an answer. */
  readonly platform: string
  readonly name: string
  /** Everything at these names and below belongs to the site: what no pattern knows there is no post. */
  readonly domains: readonly string[]
  /** The address of the post in its own form, or undefined when it is no post. */
  readonly find: (address: PostAddress) => URL | undefined
  /** The site's oEmbed endpoint, asked before the registry of providers. */
  readonly oembed?: (post: URL) => URL
  /** Where the post is shown to strangers; its own address when absent. */
  readonly page?: (post: URL) => URL
  /** What the page of a post holds and the page of a missing one does not, where the status does not tell. */
  readonly shown?: RegExp
  /** Posts that only members see, whoever asks. */
  readonly isPrivate?: (post: URL) => boolean
}

type SiteDefinition = Omit<PostSite, 'find'> & {
  readonly parts?: PartShapes
  /** Pattern → template of the post's own address. */
  readonly posts: Readonly<Record<string, string>>
}

export const postSite = ({ parts = {}, posts, ...site }: SiteDefinition): PostSite => {
  const rows = Object.entries(posts).map(([pattern, template]) => ({ ...compilePattern(pattern, parts), template }))
  return {
    ...site,
    find(address) {
      for (const { match, template } of rows) {
        const found = match(address)
        if (found) return fillTemplate(template, found)
      }
      return undefined
    },
  }
}

/** An oEmbed endpoint (https://oembed.com, section 2.2). */
export const oembedAt =
  (endpoint: string, fields: Readonly<Record<string, string>> = { format: 'json' }) =>
  (post: URL): URL => {
    const url = new URL(endpoint)
    url.searchParams.set('url', post.href)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url
  }
