// Maps a WordPress site, or one of its authors, to the normalized profile. Pure.

import { readLine } from '../../feeds/feed-text.ts'
import { isString, shape } from '../../parsing/shape.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformProfile } from '../../post/post.ts'
import type { FoundList } from './find-list.ts'
import { mapAuthor } from './map-post.ts'
import { type ArchivedTerm, type HostedSite, type Root, readAs, type User } from './wordpress-objects.ts'

type Count = { readonly posts: number | null }

/** Names and descriptions are HTML: `Köder &amp; Söhne`. */
const line = (html: unknown) => (typeof html === 'string' ? readLine({ html }) : null)

const bioOf = (description: unknown): PlatformProfile['bio'] => {
  const { text, html } = walkHtml(typeof description === 'string' ? description : '')
  return { text, html: text === null ? null : html }
}

export const mapSite = (root: Root, handle: string, counts: Count): PlatformProfile => {
  const url = absoluteUrl(root.home) ?? absoluteUrl(root.url)
  return buildProfile({
    handle,
    displayName: line(root.name),
    url,
    avatarUrl: absoluteUrl(root.site_icon_url, url ?? undefined),
    bio: bioOf(root.description),
    counts,
  })
}

const Icon = shape<{ readonly img: string }>({ img: isString })

export const mapHostedSite = (site: HostedSite, handle: string, counts: Count): PlatformProfile =>
  buildProfile({
    id: String(site.ID),
    handle,
    displayName: line(site.name),
    url: absoluteUrl(site.URL),
    avatarUrl: absoluteUrl(readAs(Icon, site.icon)?.img, absoluteUrl(site.URL) ?? undefined),
    bio: bioOf(site.description),
    counts: { ...counts, followers: countOrNull(site.subscribers_count) },
  })

export const mapAuthorProfile = (user: User, handle: string, counts: Count): PlatformProfile => {
  const { id, displayName, url, avatarUrl } = mapAuthor(user, absoluteUrl(user.link) ?? undefined)
  return buildProfile({ id, handle, displayName, url, avatarUrl, bio: bioOf(user.description), counts })
}

export const mapTermProfile = (term: ArchivedTerm, handle: string, counts: Count): PlatformProfile =>
  buildProfile({
    id: String(term.id),
    handle,
    displayName: line(term.name),
    url: absoluteUrl(term.link),
    bio: bioOf(term.description),
    counts,
  })

type Listed = {
  readonly handle: string
  readonly id: string
  readonly site: Root | HostedSite
  readonly total: number | null
}

/** A type of content, or a term. `list`: undefined for the products of a shop. */
export const mapList = (list: FoundList | undefined, { handle, id, site, total }: Listed): PlatformProfile => {
  const { name, description, term } = list ?? {}
  return buildProfile({
    ...{ handle, id },
    displayName: line(term?.name ?? name) ?? line(site.name),
    url: absoluteUrl(term?.link) ?? ('ID' in site ? absoluteUrl(site.URL) : absoluteUrl(site.home)),
    bio: bioOf(term?.description ?? description),
    counts: { posts: total },
  })
}
