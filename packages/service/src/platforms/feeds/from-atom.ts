// Atom 1.0 and 0.3 (RFC 4287, RFC 4685 for threads, RFC 5005 for paging) as feedsmith reads it → Feed. Never judges what it reads.

import type { AtomFeed } from 'feedsmith'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText } from './feed.ts'
import { guessText, guessTitle, innerBase } from './feed-text.ts'
import { filesOfMedia } from './media-rss.ts'

type Entry = Partial<AtomFeed.Entry<string>>
type Links = readonly Partial<AtomFeed.Link<string>>[] | undefined

export const fromAtom = (atom: Partial<AtomFeed.Feed<string>>, feedUrl: string): Feed => {
  const base = innerBase(feedUrl, atom.xml?.base)
  const author = atom.authors?.map((person) => personOf(person, base))[0]
  return {
    format: 'atom',
    feedUrl,
    id: atom.id,
    title: textOf(atom.title, guessTitle),
    description: textOf(atom.subtitle),
    siteUrl: linkTo(atom.links, 'alternate', base),
    imageUrl: absoluteUrl(atom.icon, base) ?? absoluteUrl(atom.logo, base) ?? undefined,
    bannerUrl: atom.icon === undefined ? undefined : (absoluteUrl(atom.logo, base) ?? undefined),
    language: atom.xml?.lang,
    nextUrl: nextLink(atom.links, base),
    items: (atom.entries ?? []).map((entry) => itemOf(entry, base, author)),
  }
}

const itemOf = (entry: Entry, feedBase: string, feedAuthor: FeedPerson | undefined): FeedItem => {
  const base = innerBase(feedBase, entry.xml?.base)
  const content = textOf(entry.content)
  const summary = textOf(entry.summary)
  const described = guessText(entry.media?.groups?.[0]?.description?.value ?? entry.media?.description?.value)
  const [author = entry.source?.authors?.[0]] = entry.authors ?? []
  const [replyTo] = entry.thr?.inReplyTos ?? []
  const community = entry.media?.groups?.[0]?.community ?? entry.media?.community
  return {
    id: entry.id,
    url: linkTo(entry.links, 'alternate', base),
    externalUrl: linkTo(entry.links, 'related', base),
    title: textOf(entry.title, guessTitle),
    content: content ?? summary ?? described,
    summary: content === undefined ? undefined : summary,
    publishedAt: entry.published ?? entry.dcterms?.created?.[0] ?? entry.dc?.dates?.[0] ?? entry.updated,
    editedAt: entry.published === undefined ? undefined : entry.updated,
    author: author === undefined ? (creatorOf(entry) ?? feedAuthor) : personOf(author, base),
    language: entry.content?.xml?.lang ?? entry.xml?.lang,
    files: [...enclosuresOf(entry.links, base), ...sourceOf(entry.content), ...filesOfMedia(entry.media)],
    tags: [
      ...(entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
      ...(entry.dc?.subjects ?? []),
    ],
    // The feeds of YouTube tell the likes as the number of ratings.
    likes: entry.yt?.videoId === undefined ? undefined : community?.starRating?.count,
    comments: entry.thr?.total ?? entry.slash?.comments ?? repliesOf(entry.links),
    views: community?.statistics?.views,
    replyTo: replyTo && { id: replyTo.ref, url: absoluteUrl(replyTo.href, base) ?? undefined },
    base: innerBase(base, entry.content?.xml?.base ?? entry.summary?.xml?.base),
  }
}

const textOf = (text: AtomFeed.Content | undefined, guess = guessText): FeedText | undefined => {
  const { value, type = 'text' } = text ?? {}
  if (value === undefined) return undefined
  // Atom 0.3 wrote media types; servers that escape HTML into a text without a type are many.
  if (/html/i.test(type)) return { html: value }
  if (/^(?:text|text\/plain)$/i.test(type)) return text?.type === undefined ? guess(value) : { plain: value }
  return undefined
}

const personOf = (person: Partial<AtomFeed.Person>, base: string): FeedPerson => ({
  name: person.name,
  url: absoluteUrl(person.uri, base) ?? undefined,
})

const creatorOf = (entry: Entry): FeedPerson | undefined => {
  const name = entry.dc?.creators?.[0]
  return name === undefined ? undefined : { name }
}

export const linkTo = (links: Links, rel: string, base: string): string | undefined => {
  const found = links?.filter((link) => (link.rel ?? 'alternate') === rel) ?? []
  const best = found.find(({ type }) => type === undefined || /html/i.test(type)) ?? found[0]
  return absoluteUrl(best?.href, base) ?? undefined
}

/** RFC 5005, section 3; an archive (section 4) chains through `prev-archive` instead. */
export const nextLink = (links: Links, base: string): string | undefined =>
  linkTo(links, 'next', base) ?? linkTo(links, 'prev-archive', base)

const enclosuresOf = (links: Links, base: string): FeedFile[] =>
  (links ?? [])
    .filter(({ rel }) => rel === 'enclosure')
    .map(({ href, type, title }) => ({ url: absoluteUrl(href, base) ?? undefined, type, alt: title }))

/** Content that lies elsewhere (RFC 4287, section 4.1.3.2). */
const sourceOf = (content: AtomFeed.Content | undefined): FeedFile[] =>
  content?.src === undefined ? [] : [{ url: content.src, type: content.type }]

const repliesOf = (links: Links): number | undefined =>
  links?.find(({ rel, thr }) => rel === 'replies' && thr?.count !== undefined)?.thr?.count
