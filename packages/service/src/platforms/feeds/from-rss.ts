// RSS 0.9x, 1.0 (RDF) and 2.0 with the modules that blogs and podcasts use, as feedsmith reads them → Feed.
// Never judges what it reads.

import type { RdfFeed, RssFeed } from 'feedsmith'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson } from './feed.ts'
import { guessText, guessTitle, innerBase } from './feed-text.ts'
import { nextLink } from './from-atom.ts'
import { filesOfMedia } from './media-rss.ts'
import { nextOfGhost } from './next-of-ghost.ts'

type RssItem = Partial<RssFeed.Item<string>>
type RdfItem = Partial<RdfFeed.Item<string>>
/** What both formats have; the rest is undefined in RDF. */
type Item = RssItem & Pick<RdfItem, 'rdf'>

export const fromRss = (rss: Partial<RssFeed.Feed<string>>, feedUrl: string): Feed => {
  const base = innerBase(feedUrl, rss.xml?.base)
  const name = rss.itunes?.author
  return {
    format: 'rss',
    feedUrl,
    title: guessTitle(rss.title),
    description: guessText(rss.description ?? rss.itunes?.summary ?? rss.itunes?.subtitle),
    siteUrl: absoluteUrl(rss.link, base) ?? undefined,
    imageUrl: absoluteUrl(rss.itunes?.image, base) ?? absoluteUrl(rss.image?.url, base) ?? undefined,
    language: rss.language ?? rss.dc?.languages?.[0],
    nextUrl: nextLink(rss.atom?.links, base) ?? nextOfWordPress(rss, feedUrl) ?? nextOfGhost(rss.generator, feedUrl),
    items: (rss.items ?? []).map((item) => itemOf(item, base, name === undefined ? undefined : { name })),
  }
}

export const fromRdf = (rdf: Partial<RdfFeed.Feed<string>>, feedUrl: string): Feed => {
  const base = innerBase(feedUrl, rdf.xml?.base)
  return {
    format: 'rdf',
    feedUrl,
    title: guessTitle(rdf.title),
    description: guessText(rdf.description),
    siteUrl: absoluteUrl(rdf.link, base) ?? undefined,
    imageUrl: absoluteUrl(rdf.image?.url, base) ?? undefined,
    language: rdf.dc?.languages?.[0],
    nextUrl: nextLink(rdf.atom?.links, base),
    items: (rdf.items ?? []).map((item) => itemOf(item, base, undefined)),
  }
}

/** WordPress does not say so in its feeds, but each has the posts before these behind `?paged=`. */
const nextOfWordPress = (rss: Partial<RssFeed.Feed<string>>, feedUrl: string): string | undefined => {
  if (!/^https?:\/\/(?:www\.)?wordpress\.(?:org|com)\//i.test(rss.generator ?? '')) return undefined
  if ((rss.items ?? []).length === 0) return undefined
  const url = new URL(feedUrl)
  const page = Number(url.searchParams.get('paged') ?? '1')
  if (!Number.isSafeInteger(page) || page < 1) return undefined
  url.searchParams.set('paged', String(page + 1))
  return url.href
}

const itemOf = (item: Item, feedBase: string, feedAuthor: FeedPerson | undefined): FeedItem => {
  const page = pageOf(item, feedBase)
  const { full, short } = bodyOf(item)
  const [replyTo] = item.thr?.inReplyTos ?? []
  return {
    id: item.guid?.value ?? item.rdf?.about ?? item.atom?.id,
    ...page,
    title: guessTitle(item.title ?? item.itunes?.title ?? item.dc?.titles?.[0] ?? item.media?.title?.value),
    content: guessText(full ?? short),
    summary: full === undefined ? undefined : guessText(short),
    publishedAt: item.pubDate ?? item.dc?.dates?.[0] ?? item.dcterms?.created?.[0] ?? item.atom?.published,
    editedAt: item.atom?.updated ?? item.dcterms?.modified?.[0],
    author: authorOf(item) ?? feedAuthor,
    language: item.dc?.languages?.[0] ?? item.xml?.lang,
    files: filesOf(item, feedBase),
    comments: item.slash?.comments ?? item.thr?.total,
    views: item.media?.community?.statistics?.views,
    replyTo: replyTo && { id: replyTo.ref, url: absoluteUrl(replyTo.href, feedBase) ?? undefined },
    explicit: item.itunes?.explicit,
    base: innerBase(page.url ?? feedBase, item.xml?.base),
  }
}

/** `content:encoded` is the whole of it where it is there; the description is its summary then. */
const bodyOf = (item: Item): { full: string | undefined; short: string | undefined } => ({
  full: item.content?.encoded,
  short:
    item.description ??
    item.itunes?.summary ??
    item.media?.description?.value ??
    item.dc?.descriptions?.[0] ??
    item.itunes?.subtitle,
})

/** A link blog links elsewhere and names its own page in a guid that says to be a permanent link. */
const pageOf = (item: Item, base: string): Pick<FeedItem, 'url' | 'externalUrl'> => {
  const link = absoluteUrl(item.link, base) ?? undefined
  const { value, isPermaLink } = item.guid ?? {}
  const own = isPermaLink === false ? undefined : (absoluteUrl(value) ?? undefined)
  if (isPermaLink !== true || own === undefined || link === undefined) return { url: link ?? own }
  return new URL(own).host === new URL(link).host ? { url: link } : { url: own, externalUrl: link }
}

const authorOf = (item: Item): FeedPerson | undefined => {
  const [person] = item.authors ?? []
  const name = item.dc?.creators?.[0] ?? person?.name ?? item.itunes?.author
  return name === undefined && person?.link === undefined ? undefined : { name, url: person?.link }
}

const filesOf = (item: Item, base: string): FeedFile[] => {
  const enclosures = (item.enclosures ?? []).map(({ url, type }) => ({
    url: absoluteUrl(url, base) ?? undefined,
    type,
    previewUrl: item.itunes?.image,
    durationSeconds: item.itunes?.duration,
  }))
  return [...enclosures, ...filesOfMedia(item.media)]
}
