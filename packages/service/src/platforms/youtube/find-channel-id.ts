// Finds the id of a channel by its name, without a key: the channel's page links to its feed, whose URL contains the id.

import { linksOf } from '../../feeds/page-links.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { isChannelId, readHandle } from './canonicalize-channel.ts'
import { SITE } from './urls.ts'

/** The URL of the channel's page by the kind of its handle; undefined when there is none. */
const PAGES: Readonly<Record<string, (value: string) => string>> = {
  name: (value) => `${SITE}/${encodeURI(value)}`,
  user: (value) => `${SITE}/user/${value}`,
}

const NOT_LINKED =
  'Without a key of the YouTube Data API, only the id of a channel (UC…) can be scanned: the channel’s page did not reveal it to this service.'

/** A page without the links may be a proxy's or a consent page. */
const notLinked = () => new Refused('closed', { message: NOT_LINKED, evidence: 'none' })

/** The id behind a handle. Throws Refused: `absent` when the page does not exist, `closed` when it has no links. */
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
