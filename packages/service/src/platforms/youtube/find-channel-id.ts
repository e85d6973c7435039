// From a name to the id of its channel without a key: the page of a channel links its feed, and a feed knows ids alone.

import { linksOf } from '../../feeds/page-links.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { SITE } from './addresses.ts'
import { isChannelId, readHandle } from './canonicalize-channel.ts'

/** Where the page of a channel is, by what its handle is; undefined where there is none. */
const PAGES: Readonly<Record<string, (value: string) => string>> = {
  name: (value) => `${SITE}/${encodeURI(value)}`,
  user: (value) => `${SITE}/user/${value}`,
}

const NOT_LINKED =
  'Without a key of the YouTube Data API a channel is found by its id (UC…): its page does not name it to this service.'

/** A page without it may be anything that stands in front of YouTube. */
const notLinked = () => new Refused('closed', { message: NOT_LINKED, evidence: 'none' })

/** The id that a handle names. Throws Refused: `absent` where there is no such page, `closed` where it does not tell. */
export const findChannelId = async (send: Send, handle: string): Promise<string> => {
  const { by, value } = readHandle(handle)
  if (by === 'id') return value
  const page = PAGES[by]?.(value)
  if (page === undefined) throw notLinked()
  const links = linksOf(await send({ url: page, accept: 'text/html', revalidate: true }))
  const ids = links
    .filter(({ rel }) => rel === 'alternate' || rel === 'canonical')
    .map(({ url }) => idIn(new URL(url)))
    .filter((id) => id !== undefined)
  if (ids[0] === undefined) throw notLinked()
  return ids[0]
}

const idIn = ({ origin, pathname, searchParams }: URL): string | undefined => {
  if (origin !== SITE) return undefined
  const id = pathname === '/feeds/videos.xml' ? searchParams.get('channel_id') : pathname.replace('/channel/', '')
  return isChannelId(id) ? id : undefined
}
