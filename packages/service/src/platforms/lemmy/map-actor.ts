// A Lemmy user or community → the normalized profile and author. 0.19, 1.0 and PieFed name some fields differently, and
// all omit empty ones.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { MarkdownDialect } from '../../post/markup/markdown-inline.ts'
import { markdownToHtml } from '../../post/markup/markdown-to-html.ts'
import { type WalkedHtml, walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** A custom emoji is an image with this title. Lemmy's own client recognizes it the same way. */
const shortCodeOf = (title: string): string | undefined => {
  const { code } = /^emoji (?<code>[^\s:]{1,100})$/.exec(title)?.groups ?? {}
  return code === undefined ? undefined : `:${code}:`
}

const DIALECT: MarkdownDialect = {
  mentions: {
    '@': (name, host) => `https://${host}/u/${name}`,
    '!': (name, host) => `https://${host}/c/${name}`,
  },
  drawn: shortCodeOf,
}

export const readMarkdown = (value: unknown, base: string): WalkedHtml =>
  walkHtml(markdownToHtml(stringOrNull(value) ?? '', DIALECT), base)

/** The page of the account at its own host: `actor_id` in 0.19, `ap_id` in 1.0. */
const pageOf = (actor: JsonObject): string | null => absoluteUrl(actor.actor_id) ?? absoluteUrl(actor.ap_id)

/** Lemmy's ids are numbers. */
export const idOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : null)

/** Returns null when there is no name. */
export const mapAuthor = (value: unknown): Author | null => {
  const person = jsonObject(value)
  const name = stringOrNull(person.name) ?? stringOrNull(person.user_name)
  if (name === null) return null
  const url = pageOf(person)
  return buildAuthor({
    id: idOf(person.id),
    handle: (url === null ? name : `${name}@${new URL(url).host}`).toLowerCase(),
    displayName: plainText(person.display_name ?? person.title) ?? name,
    url,
    avatarUrl: absoluteUrl(person.avatar, url ?? undefined),
  })
}

/** `view` is that of a user or a community. In 0.19 the counts are next to the account, in 1.0 within it. */
export const mapProfile = (view: JsonObject, kind: 'person' | 'community', handle: string): PlatformProfile => {
  const actor = jsonObject(view[kind])
  const counts = { ...actor, ...jsonObject(view.counts) }
  const url = pageOf(actor)
  const [name, words, image, posts] =
    kind === 'person'
      ? [actor.display_name ?? actor.title, actor.bio ?? actor.about, actor.avatar, counts.post_count]
      : [
          actor.title,
          actor.sidebar ?? actor.description ?? actor.summary,
          actor.icon,
          counts.posts ?? counts.post_count,
        ]
  const { text, html } = readMarkdown(words, url ?? 'https://localhost/')
  return buildProfile({
    id: idOf(actor.id),
    handle,
    displayName: plainText(name) ?? stringOrNull(actor.name) ?? stringOrNull(actor.user_name),
    url,
    avatarUrl: absoluteUrl(image, url ?? undefined),
    bannerUrl: absoluteUrl(actor.banner, url ?? undefined),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(actor.published ?? actor.published_at),
    counts: {
      // Only Mbin counts the followers of a user.
      followers: countOrNull(
        kind === 'community' ? (counts.subscribers ?? counts.total_subscriptions_count) : counts.followers,
      ),
      posts: countOrNull(posts),
    },
  })
}
