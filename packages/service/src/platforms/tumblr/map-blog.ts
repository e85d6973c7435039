// Maps a blog, which every response of the API contains, to the profile and to the author of its posts. Pure. The API returns no
// followers and no creation date; `likes` are those that the blog gave, not received.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** `handle` is the requested one. */
export const mapBlog = (value: unknown, handle: string): PlatformProfile => {
  const blog = jsonObject(value)
  const name = stringOrNull(blog.name)
  const url = absoluteUrl(blog.url)
  const { text, html } = walkHtml(stringOrNull(blog.description) ?? '', url ?? undefined)
  return buildProfile({
    id: stringOrNull(blog.uuid),
    handle: name ?? handle,
    displayName: titleOf(blog),
    url,
    avatarUrl: avatarOf(blog),
    bannerUrl: bannerOf(blog),
    bio: { text, html: text === null ? null : html },
    counts: { posts: countOrNull(blog.posts) },
  })
}

/** A tag in a blog. */
export const mapSection = (
  blog: PlatformProfile,
  { id, tag }: { readonly id: string; readonly tag: string },
): PlatformProfile => {
  const { displayName, avatarUrl, bannerUrl, bio } = blog
  const url =
    blog.url === null ? null : absoluteUrl(`tagged/${encodeURIComponent(tag)}`, `${blog.url.replace(/\/$/, '')}/`)
  return buildProfile({ id, handle: `${blog.handle}/tagged/${tag}`, url, displayName, avatarUrl, bannerUrl, bio })
}

/** The blog as responses and reblog trails name it; null when they do not. */
export const mapAuthor = (value: unknown): Author | null => {
  const blog = jsonObject(value)
  const [id, handle] = [stringOrNull(blog.uuid), stringOrNull(blog.name)]
  if (id === null && handle === null) return null
  const url = absoluteUrl(blog.url) ?? (handle === null ? null : absoluteUrl(`https://${handle}.tumblr.com/`))
  return buildAuthor({ id, handle, displayName: titleOf(blog), url, avatarUrl: avatarOf(blog) })
}

const titleOf = ({ title, name }: JsonObject): string | null => oneLine(title) ?? stringOrNull(name)

const oneLine = (value: unknown): string | null => plainText(value)?.replace(/\s+/g, ' ') ?? null

const avatarOf = ({ avatar }: JsonObject): string | null => {
  const sizes = jsonList(avatar).map(jsonObject)
  const widthOf = ({ width }: JsonObject): number => countOrNull(width) ?? 0
  const [largest] = sizes.toSorted((one, other) => widthOf(other) - widthOf(one))
  return absoluteUrl(largest?.url)
}

const bannerOf = ({ theme }: JsonObject): string | null => {
  const { header_image_focused: focused, header_image: whole, show_header_image: isShown } = jsonObject(theme)
  return isShown === false ? null : (absoluteUrl(focused) ?? absoluteUrl(whole))
}
