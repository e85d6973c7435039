// The simulated web site of YouTube, without a login: channel feeds, the head of channel pages, oEmbed.

import type { SimulatedRequest, SimulatedResponse } from '../suite/simulator.ts'
import { PLAYLIST, playlistOf, type SimulatedStore } from './simulated-api.ts'
import { descriptionOf, type SimulatedChannel, titleOf, type Upload, viewsOf } from './simulated-videos.ts'

const SITE = 'https://www.youtube.com'
const FEED_LENGTH = 15

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Google's page for a missing resource, and for a temporary failure. */
export const NOT_FOUND_PAGE =
  `<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Error 404 (Not Found)!!1</title><style>*{margin:0}</style><p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server. <ins>That’s all we know.</ins>`.padEnd(
    1_613,
  )
const NOT_FOUND: SimulatedResponse = { status: 404, body: NOT_FOUND_PAGE }

const feedEntry = (upload: Upload, { id: channelId, title }: SimulatedChannel, shownId: string): string => {
  const { id, tab, publishedAt, index } = upload
  return `<entry>
  <id>yt:video:${id}</id>
  <yt:videoId>${id}</yt:videoId>
  <yt:channelId>${shownId}</yt:channelId>
  <title>${escapeXml(titleOf(upload))}</title>
  <link rel="alternate" href="${SITE}/${tab === 'shorts' ? `shorts/${id}` : `watch?v=${id}`}"/>
  <author><name>${escapeXml(title)}</name><uri>${SITE}/channel/${channelId}</uri></author>
  <published>${publishedAt.replace('Z', '+00:00')}</published>
  <updated>${publishedAt.replace('Z', '+00:00')}</updated>
  <media:group>
   <media:title>${escapeXml(titleOf(upload))}</media:title>
   <media:content url="${SITE}/v/${id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i2.ytimg.com/vi/${id}/hqdefault.jpg" width="480" height="360"/>
   <media:description>${escapeXml(descriptionOf(upload))}</media:description>
   <media:community>
    <media:starRating count="${index}" average="5.00" min="1" max="5"/>
    <media:statistics views="${viewsOf(upload)}"/>
   </media:community>
  </media:group>
 </entry>`
}

type FeedHead = { readonly id: string; readonly title: string; readonly feedUrl: string; readonly shownId: string }

const feedOf = (channel: SimulatedChannel, uploads: readonly Upload[], head: FeedHead): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="${escapeXml(head.feedUrl)}"/>
 <id>${head.id}</id>
 <yt:channelId>${head.shownId}</yt:channelId>
 <title>${escapeXml(head.title)}</title>
 <link rel="alternate" href="${SITE}/channel/${channel.id}"/>
 <author><name>${escapeXml(channel.title)}</name><uri>${SITE}/channel/${channel.id}</uri></author>
 <published>2014-03-01T10:00:00+00:00</published>
 ${uploads.map((upload) => feedEntry(upload, channel, head.shownId)).join('\n ')}
</feed>
`

export const createSimulatedSite = (store: SimulatedStore) => {
  const isPublic = ({ state }: Upload) => state === 'public'
  const uploadsOf = (channel: SimulatedChannel, tab?: string) =>
    store.uploadsOf(channel).filter(({ state, tab: own }) => state === 'public' && (tab === undefined || own === tab))

  const feed = ({ searchParams, pathname, search }: URL): SimulatedResponse => {
    const made = searchParams.get('playlist_id') === PLAYLIST ? store.channels[0] : undefined
    const list = /^UU(?<prefix>LF|SH|LV)?(?<id>.{22})$/.exec(searchParams.get('playlist_id') ?? '')?.groups
    const channel =
      made ??
      store.channels.find(
        ({ id, user }) =>
          id === searchParams.get('channel_id') || id === `UC${list?.id}` || user === searchParams.get('user'),
      )
    if (channel === undefined || channel.isHidden || (list?.prefix && !store.facts.tabLists)) return NOT_FOUND
    const tab = { LF: 'videos', SH: 'shorts', LV: 'live' }[list?.prefix ?? '']
    const shownId = store.facts.feedIds === 'bare' ? channel.id.slice(2) : channel.id
    const playlist = searchParams.get('playlist_id')
    const head = {
      id: playlist === null ? `yt:channel:${shownId}` : `yt:playlist:${playlist}`,
      title: playlist === null ? channel.title : made ? 'Bread, from the start' : 'Uploads',
      feedUrl: `${SITE}${pathname}${search}`,
      shownId,
    }
    return {
      headers: { 'content-type': 'text/xml; charset=UTF-8', 'cache-control': 'public, max-age=900' },
      body: feedOf(
        channel,
        (made ? playlistOf(store, made).filter(isPublic) : uploadsOf(channel, tab)).slice(0, FEED_LENGTH),
        head,
      ),
    }
  }

  const oembed = ({ searchParams }: URL): SimulatedResponse => {
    const id = /(?:v=|youtu\.be\/|\/shorts\/|\/embed\/)([\w-]{11})/.exec(searchParams.get('url') ?? '')?.[1]
    if (id === undefined) return { status: 400, body: 'Bad Request' }
    const found = store.channels.flatMap((channel) =>
      store.uploadsOf(channel).flatMap((upload) => (upload.id === id ? [{ channel, upload }] : [])),
    )[0]
    if (found === undefined || found.upload.state === 'deleted') return { status: 404, body: 'Not Found' }
    if (found.upload.state === 'private') return { status: 403, body: 'Forbidden' }
    // The owner disabled embedding.
    if (found.upload.index % 8 === 5) return { status: 401, body: 'Unauthorized' }
    return {
      body: {
        title: titleOf(found.upload),
        author_name: found.channel.title,
        author_url: `${SITE}/${found.channel.name}`,
        type: 'video',
        height: 113,
        width: 200,
        version: '1.0',
        provider_name: 'YouTube',
        provider_url: `${SITE}/`,
        thumbnail_height: 360,
        thumbnail_width: 480,
        thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
        html: `<iframe width="200" height="113" src="${SITE}/embed/${id}?feature=oembed" frameborder="0" allowfullscreen></iframe>`,
      },
    }
  }

  const page = ({ pathname }: URL): SimulatedResponse => {
    const path = decodeURIComponent(pathname).toLowerCase()
    const channel = store.channels.find(({ id, name, user }) =>
      [`/channel/${id}`.toLowerCase(), `/${name}`, `/user/${user}`].includes(path),
    )
    if (channel === undefined || channel.isHidden) return NOT_FOUND
    const feedUrl = `${SITE}/feeds/videos.xml?channel_id=${channel.id}`
    const links = store.facts.linksFeed
      ? `<link rel="alternate" type="application/rss+xml" title="RSS" href="${feedUrl}"><link rel="canonical" href="${SITE}/channel/${channel.id}">`
      : ''
    return {
      body: `<!DOCTYPE html><html><head><title>${escapeXml(channel.title)} - YouTube</title>${links}</head></html>`,
    }
  }

  return ({ url }: SimulatedRequest): SimulatedResponse => {
    if (url.pathname === '/feeds/videos.xml') return feed(url)
    return url.pathname === '/oembed' ? oembed(url) : page(url)
  }
}
