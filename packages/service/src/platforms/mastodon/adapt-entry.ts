// An entry of an account's feed → the same post as from the API, as far as the feed has its fields. Feeds require
// titles, so servers fill them with other texts: “new note”, the start of the text, or the content warning.

import { buildAuthor, buildPost } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import { ownTitle } from '../../post/own-title.ts'
import type { Author, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { paragraphs } from '../../post/text.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { isNamedBy } from './own-feeds.ts'

type About = { readonly handle: string; readonly profile: PlatformProfile }
type Body = Pick<PlatformPost, 'text' | 'html'>

/** Generic titles and summaries of Misskey and old Pleroma, Pleroma, Pixelfed, GoToSocial. */
const BOILERPLATE = /^(?:new (?:note|post|status|activity) by\b.*|a post|no caption)$/is
/** The summary of every GoToSocial post, with the text as it was typed. */
const GOTOSOCIAL = /^@[^\s@]+@[^\s@]+ (?:made a new post|posted \[?\d+\]? attachments?)(?:: "(?<typed>.*?)"?)?$/is
/** A content warning in Mastodon's feeds, above the text and in the language of the post. */
const WARNED = /^<p><strong>[^<]*<\/strong>\s*(?<warning>[^<]*)<\/p><hr ?\/?>/

/** Names of profiles with additions by other servers' feeds. */
const NAMES = [/^(?<name>.+) on Pixelfed$/, /^(?<name>.+)'s timeline$/, /^(?<name>.+) \(@[^\s()]+\)$/]
const GENERIC_BIO = /^(?:public )?posts from @\S+$/i

export const adaptProfile = (profile: PlatformProfile): PlatformProfile => {
  const { displayName, bio } = profile
  const bareName = NAMES.map((pattern) => pattern.exec(displayName ?? '')?.groups?.name).find((name) => name)
  const isGenericName = GENERIC_BIO.test(displayName ?? '')
  return {
    ...profile,
    displayName: isGenericName ? null : (bareName ?? displayName),
    bio: GENERIC_BIO.test(bio.text ?? '') ? { text: null, html: null } : bio,
  }
}

/** The author is the account, unless the feed names another one. */
export const adaptEntry = (post: PlatformPost, { handle, profile }: About): PlatformPost => {
  const { displayName, url, avatarUrl } = profile
  const { warning, title, ...body } = readEntry(post)
  return buildPost({
    ...post,
    ...body,
    title,
    summary: null,
    kind: undefined,
    author: isByAnother(post.author, { handle, profile })
      ? post.author
      : buildAuthor({ handle, displayName, url: url ?? post.author?.url ?? null, avatarUrl }),
    sensitive: warning === null ? post.sensitive : true,
    ...(warning !== null && {
      text: body.text === null ? warning : `${warning}\n\n${body.text}`,
      html: paragraphs(escapeText(warning)) + (body.html ?? ''),
    }),
  })
}

/** Feeds name the author by user name, handle, display name or profile URL. */
const isByAnother = (author: Author | null, { handle, profile }: About): boolean => {
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
  const warned = WARNED.exec(body.html ?? '')
  if (warned?.groups?.warning) {
    const { text, html } = walkHtml(body.html?.slice(warned[0].length) ?? '')
    return { warning: walkHtml(warned.groups.warning).text, title, text, html }
  }
  return { ...body, ...headingOf(title, post.summary) }
}

/** In GoToSocial a title is a content warning unless it is the start of the text. Pleroma and Akkoma write a warning
 * into both summary and title. */
const headingOf = (title: string | null, summary: string | null): Heading => {
  const made = GOTOSOCIAL.exec(summary ?? '')
  if (made) return { warning: ownTitle(title, made.groups?.typed ?? null), title: null }
  const isWarning = title !== null && summary !== null && ownTitle(title, summary) === null
  return isWarning ? { warning: summary, title: null } : { warning: null, title }
}

/** Pixelfed escapes the text twice, so markup appears as source text. */
const unescaped = ({ text, html, summary }: PlatformPost): Body => {
  if (text === null || summary === null || !text.includes('<')) return { text, html }
  const read = walkHtml(text)
  return read.text === summary ? { text: read.text, html: read.html } : { text, html }
}
