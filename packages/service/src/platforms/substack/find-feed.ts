// Finds the feed of a publication. A publication with its own domain redirects there, a deleted one to Substack's front page.

import type { Feed } from '../../feeds/feed.ts'
import { feedOf, requestForFeed } from '../../feeds/read-document.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { canonicalizePublication, publicationOf } from './canonicalize-publication.ts'

const isSubstack = (hostname: string): boolean => /^(?:www\.)?substack\.com$/.test(hostname)

/** The number of a section: in a link to its feed, or in the data of the page, where quotation marks are escaped. */
const FEED_LINK = /\/feed\?sectionId=(?<id>\d{1,12})\b/
const inData = (section: string): RegExp =>
  new RegExp(`\\{\\\\?"id\\\\?":(?<id>\\d{1,12}),[^{}]{0,2000}?\\\\?"slug\\\\?":\\\\?"${section}\\\\?"`)

/** Throws Refused: `absent` when there is no such page, `broken` when it does not have the number. */
const sectionIdOf = async (send: Send, host: string, section: string): Promise<string> => {
  const page = (
    await send({ url: `https://${host}/s/${section}`, accept: 'text/html', revalidate: true, mayBeCut: true })
  ).text()
  const { id } = (FEED_LINK.exec(page) ?? inData(section).exec(page))?.groups ?? {}
  if (id === undefined) throw new Refused('broken')
  return id
}

/** Throws Refused: `absent`, `broken`. */
export const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const { host, section } = publicationOf(handle)
  const query = section === undefined ? '' : `?sectionId=${await sectionIdOf(send, host, section)}`
  const response = await requestForFeed(send, `https://${host}/feed${query}`)
  const feed = feedOf(response)
  if (feed) return feed
  throw new Refused(isSubstack(new URL(response.url).hostname) ? 'absent' : 'broken')
}

/** The canonical handle is the host of the feed, after redirects. */
export const identify = ({ feedUrl }: Feed, handle: string) => {
  const { section } = publicationOf(handle)
  const host = canonicalizePublication(new URL(feedUrl).hostname)
  if (section === undefined) return { id: handle, handle: host ?? handle }
  return { id: `section ${handle}`, handle: host === undefined ? handle : `${host}/s/${section}` }
}
