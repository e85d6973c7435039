// An entry of an account's feed → a post, as far as the API would tell the same. Feeds must have titles, and servers fill
// them with what is none: that there is a new note, how the text begins, its content warning.

import { buildAuthor, buildPost } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import { ownTitle } from '../../post/own-title.ts'
import type { Author, PlatformPost, Profile } from '../../post/post.ts'
import { paragraphs } from '../../post/text.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { isNamedBy } from './own-feeds.ts'

type About = { readonly handle: string; readonly profile: Profile }
type Body = Pick<PlatformPost, 'text' | 'html'>

/** Titles and summaries that say nothing of the post: Misskey and old Pleroma, Pleroma, Pixelfed, GoToSocial. */
const BOILERPLATE = /^(?:new (?:note|post|status|activity) by\b.*|a post|no caption)$/is
/** What GoToSocial writes beside every post, with the text as it was typed. */
const GOTOSOCIAL = /^@[^\s@]+@[^\s@]+ (?:made a new post|posted \[?\d+\]? attachments?)(?:: "(?<typed>.*?)"?)?$/is
/** How Mastodon writes a content warning above a text, in the language of the post. */
const WARNED = /^<p><strong>[^<]*<\/strong>\s*(?<warning>[^<]*)<\/p><hr ?\/?>/

/** A profile's name and words as feeds of other makes dress them up, for what they are. */
const NAMES = [/^(?<name>.+) on Pixelfed$/, /^(?<name>.+)'s timeline$/, /^(?<name>.+) \(@[^\s()]+\)$/]
const NO_WORDS = /^(?:public )?posts from @\S+$/i

export const adaptProfile = (profile: Profile): Profile => {
  const { displayName, bio } = profile
  const dressed = NAMES.map((pattern) => pattern.exec(displayName ?? '')?.groups?.name).find((name) => name)
  const isNoName = NO_WORDS.test(displayName ?? '')
  return {
    ...profile,
    displayName: isNoName ? null : (dressed ?? displayName),
    bio: NO_WORDS.test(bio.text ?? '') ? { text: null, html: null } : bio,
  }
}

/** What the feed names nobody for is the account's; whom it names besides stays the author. */
export const adaptEntry = (post: PlatformPost, { handle, profile }: About): PlatformPost => {
  const { displayName, url, avatarUrl } = profile
  const { warning, title, ...body } = readEntry(post)
  return buildPost({
    ...post,
    ...body,
    title,
    summary: null,
    kind: undefined,
    author: isBySomebodyElse(post.author, { handle, profile })
      ? post.author
      : buildAuthor({ handle, displayName, url: url ?? post.author?.url ?? null, avatarUrl }),
    sensitive: warning === null ? post.sensitive : true,
    ...(warning !== null && {
      text: body.text === null ? warning : `${warning}\n\n${body.text}`,
      html: paragraphs(escapeText(warning)) + (body.html ?? ''),
    }),
  })
}

/** Feeds name their authors by the account's name, by its handle, as the profile does, or by its page. */
const isBySomebodyElse = (author: Author | null, { handle, profile }: About): boolean => {
  if (author === null) return false
  const { user } = splitHandle(handle)
  const names = [user, handle, profile.displayName].map(foldName)
  const isNamed = author.displayName !== null && names.includes(foldName(author.displayName))
  const isPage = author.url !== null && (author.url === profile.url || isNamedBy(author.url, { user }))
  return !isNamed && !isPage
}

const foldName = (name: string | null): string => (name ?? '').trim().replace(/^@/, '').toLowerCase()

type Heading = { readonly warning: string | null; readonly title: string | null }

const readEntry = (post: PlatformPost): Heading & Body => {
  const body = unescaped(post)
  const title = BOILERPLATE.test(post.title ?? '') ? null : ownTitle(post.title, body.text)
  const said = WARNED.exec(body.html ?? '')
  if (said?.groups?.warning) {
    const { text, html } = walkHtml(body.html?.slice(said[0].length) ?? '')
    return { warning: walkHtml(said.groups.warning).text, title, text, html }
  }
  return { ...body, ...headingOf(title, post.summary) }
}

/** GoToSocial's titles are warnings where they are not how the text begins; Pleroma and Akkoma write a warning as the
 * summary, and for the title too. */
const headingOf = (title: string | null, summary: string | null): Heading => {
  const made = GOTOSOCIAL.exec(summary ?? '')
  if (made) return { warning: ownTitle(title, made.groups?.typed ?? null), title: null }
  const isWarning = title !== null && summary !== null && ownTitle(title, summary) === null
  return isWarning ? { warning: summary, title: null } : { warning: null, title }
}

/** Pixelfed escapes the text of its entries twice: what is markup stands there as its own source. */
const unescaped = ({ text, html, summary }: PlatformPost): Body => {
  if (text === null || summary === null || !text.includes('<')) return { text, html }
  const read = walkHtml(text)
  return read.text === summary ? { text: read.text, html: read.html } : { text, html }
}
