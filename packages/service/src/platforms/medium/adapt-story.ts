// A story of Medium's feeds → a post without the texts that Medium adds.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildPost, buildProfile } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'

const STORY = /^https:\/\/medium\.com\/p\/(?<id>[0-9a-f]{8,12})$/
/** Follows the excerpt of a members-only story, and each excerpt in a tag's feed. */
const CONTINUE = /\n+Continue reading on [^\n]{1,200} »$/
/** Follows stories that a publication published first. */
const FOOTER_LINE = '<hr />'
const FOOTER = / was originally published in .{1,2000} on Medium, where people are continuing the conversation/s
const TRACKER = /^https:\/\/medium\.com\/_\/stat\b/
/** Medium always sets the time of the last change. A smaller difference to the time of publishing is not an edit. */
const LEAST_EDIT_MS = 60_000

const withoutQuery = (text: string | null): string | null => {
  const url = URL.parse(text ?? '')
  return url === null ? null : absoluteUrl(url.origin + url.pathname)
}

/** Returns null when the entry is not a story of Medium: a custom domain may be any web site. */
export const adaptStory = (
  post: PlatformPost,
  { handle, profile }: { readonly handle: string; readonly profile: PlatformProfile },
): PlatformPost | null => {
  const id = STORY.exec(post.id)?.groups?.id
  if (id === undefined) return null
  return buildPost({
    ...post,
    ...bodyOf(post),
    id,
    // The kind cannot be derived: a members-only story has only an excerpt, and a response has no title.
    kind: 'article',
    url: withoutQuery(post.url),
    editedAt: isEdited(post) ? post.editedAt : null,
    media: post.media.filter(({ url }) => url === null || !TRACKER.test(url)),
    author: handle.startsWith('@')
      ? buildAuthor({
          id: profile.id,
          handle: handle.slice(1),
          displayName: post.author?.displayName ?? profile.displayName,
          url: profile.url,
          avatarUrl: profile.avatarUrl,
        })
      : post.author,
  })
}

const isEdited = ({ publishedAt, editedAt }: PlatformPost): boolean =>
  publishedAt !== null && editedAt !== null && Date.parse(editedAt) - Date.parse(publishedAt) > LEAST_EDIT_MS

const bodyOf = ({ text, html }: PlatformPost): Partial<PlatformPost> => {
  if (text !== null && CONTINUE.test(`\n${text}`)) {
    const summary = `\n${text}`.replace(CONTINUE, '').trim()
    return { summary: summary === '' ? null : summary, text: null, html: null }
  }
  const line = html?.lastIndexOf(FOOTER_LINE) ?? -1
  if (html === null || line === -1 || !FOOTER.test(html.slice(line))) return {}
  const kept = walkHtml(html.slice(0, line))
  return { text: kept.text, html: kept.text === null ? null : kept.html }
}

/** `Stories by Name on Medium`, `Name - Medium`, `Name on Medium`. */
const AROUND_NAME = /^(?:Stories by )?(?<name>.{1,300}?)(?: on Medium| [-–—] Medium)$/
const USER_ID = /[?&]source=rss-(?<id>[0-9a-f]{6,24})-/

/** In a user's feed the description repeats the title, so it is not a bio. */
export const adaptProfile = ({ displayName, url, avatarUrl, bio }: PlatformProfile, handle: string): PlatformProfile =>
  buildProfile({
    id: USER_ID.exec(url ?? '')?.groups?.id,
    handle,
    displayName: AROUND_NAME.exec(displayName ?? '')?.groups?.name ?? displayName,
    url: withoutQuery(url),
    avatarUrl,
    ...(handle.startsWith('@') || bio.text === displayName ? {} : { bio }),
  })
