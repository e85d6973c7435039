// Sites whose pages have a feed at a URL that follows from that of the page. Pure.

import { readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'

type KnownSite = {
  readonly host: RegExp
  readonly path: RegExp
  /** undefined when the page has no feed. */
  readonly feed: (parts: Readonly<Record<string, string>>, query: URLSearchParams) => string | undefined
}

/** Pages at the first level of Letterboxd and Meetup that are no people and no groups. */
const LETTERBOXD_PAGES =
  'about|activity|actor|api-beta|apps|contact|create-account|director|film|films|gift-guide|journal|legal|list|lists|members|news|pro|search|settings|sign-in|welcome|year-in-review'
const MEETUP_PAGES =
  'about|apps|blog|cities|find|help|home|login|lp|media|membership|messages|notifications|pro|register|settings|start|topics'

const SITES: readonly KnownSite[] = [
  {
    host: /^(?:www\.)?odysee\.com$/,
    path: /^\/(?<channel>@[^/]+)$/,
    feed: ({ channel }) => `https://odysee.com/$/rss/${channel}`,
  },
  {
    host: /^(?:www\.)?goodreads\.com$/,
    path: /^\/review\/list\/(?<id>\d{1,12})(?:-[^/]*)?$/,
    feed({ id }, query) {
      const shelf = query.get('shelf')
      return `https://www.goodreads.com/review/list_rss/${id}${shelf ? `?shelf=${encodeURIComponent(shelf)}` : ''}`
    },
  },
  {
    host: /^(?:www\.)?letterboxd\.com$/,
    path: new RegExp(`^/(?!(?:${LETTERBOXD_PAGES})$)(?<name>\\w{1,40})$`, 'i'),
    feed: ({ name }) => `https://letterboxd.com/${name?.toLowerCase()}/rss/`,
  },
  {
    host: /^(?:www\.)?meetup\.com$/,
    path: new RegExp(
      `^/(?:[a-z]{2}(?:-[A-Za-z]{2})?/)?(?!(?:${MEETUP_PAGES})(?:/|$))(?<group>[\\w-]{3,80})(?:/events)?$`,
    ),
    feed: ({ group }) => `https://www.meetup.com/${group}/events/rss/`,
  },
]

/** The URL of the feed of a page; undefined for other pages and sites. */
export const knownFeedOf = (handle: string): string | undefined => {
  const page = readSiteUrl(handle)
  return page && feedIn(page)
}

const feedIn = ({ host, path, query }: SiteUrl): string | undefined => {
  const site = SITES.find((each) => each.host.test(host) && each.path.test(path))
  const parts = site?.path.exec(path)?.groups
  return parts && site?.feed(parts as Record<string, string>, query)
}

const PODCAST = /^\/(?:[a-z]{2}\/)?podcast\/(?:[^/]+\/)?id(?<id>\d{4,14})$/

/** Apple's number of a podcast; undefined for the page of an episode, and for other pages. */
export const applePodcastOf = (handle: string): string | undefined => {
  const { path, query } = readSiteUrl(handle, /^(?:podcasts|itunes)\.apple\.com$/) ?? {}
  return path === undefined || query?.has('i') === true ? undefined : PODCAST.exec(path)?.groups?.id
}
