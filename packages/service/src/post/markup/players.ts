// The known players that sites embed in frames: what they play, and the page that shows the same. Other frames are
// unknown.

import { fieldValue } from '../../parsing/field-value.ts'
import type { Media } from '../post.ts'
import { inPath, inQuery, ownPath, pageInQuery, pathInQuery } from './read-player.ts'

export type Player = {
  readonly type: Extract<Media['type'], 'video' | 'audio'>
  readonly embedUrl: string
  /** For people: the page of the content, or the player itself if the page is unknown. */
  readonly pageUrl: string
  readonly previewUrl: string | null
}

type Row = {
  readonly type: Player['type']
  /** Without `www.` and `m.`. */
  readonly hosts: readonly string[]
  /** The id of the content, from the frame's URL; undefined if it is not a player. */
  readonly id: (url: URL) => string | undefined
  readonly embed: (id: string, url: URL) => string
  readonly page?: (id: string, url: URL) => string
  /** A URL for programs, if there is no page. */
  readonly post?: (id: string, url: URL) => string
  readonly preview?: (id: string) => string
}

const ROWS: readonly Row[] = [
  {
    // Before single videos: `videoseries` has the length of an id.
    type: 'video',
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    id: (url) =>
      /^\/embed(?:\/videoseries)?\/?$/.test(url.pathname) ? inQuery('list', /^[\w-]{2,64}$/)(url) : undefined,
    embed: (id) => `https://www.youtube.com/embed/videoseries?list=${id}`,
    page: (id) => `https://www.youtube.com/playlist?list=${id}`,
  },
  {
    type: 'video',
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    id: inPath(/^\/(?:embed|v|e|shorts|live)\/([\w-]{11})(?:$|[/&])/),
    embed: (id) => `https://www.youtube.com/embed/${id}`,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    preview: (id) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  },
  {
    type: 'video',
    hosts: ['player.vimeo.com'],
    id: inPath(/^\/video\/(\d{1,12})$/),
    // Unlisted videos play only with their hash.
    embed: (id, url) => `https://player.vimeo.com/video/${id}${vimeoHash(url, '?h=')}`,
    page: (id, url) => `https://vimeo.com/${id}${vimeoHash(url, '/')}`,
  },
  {
    type: 'video',
    hosts: ['dailymotion.com'],
    id: inPath(/^\/embed\/video\/([a-z0-9]{5,12})$/i),
    embed: (id) => `https://www.dailymotion.com/embed/video/${id}`,
    page: (id) => `https://www.dailymotion.com/video/${id}`,
    preview: (id) => `https://www.dailymotion.com/thumbnail/video/${id}`,
  },
  {
    type: 'video',
    hosts: ['geo.dailymotion.com'],
    id: inQuery('video', /^[a-z0-9]{5,12}$/i),
    embed: (id) => `https://www.dailymotion.com/embed/video/${id}`,
    page: (id) => `https://www.dailymotion.com/video/${id}`,
    preview: (id) => `https://www.dailymotion.com/thumbnail/video/${id}`,
  },
  {
    // A page that embeds these adds `&parent=` with its own host.
    type: 'video',
    hosts: ['player.twitch.tv'],
    id: inQuery('video', /^v?\d{1,15}$/),
    embed: (id) => `https://player.twitch.tv/?video=${id}`,
    page: (id) => `https://www.twitch.tv/videos/${id.replace('v', '')}`,
  },
  {
    type: 'video',
    hosts: ['player.twitch.tv'],
    id: inQuery('channel', /^\w{2,32}$/),
    embed: (id) => `https://player.twitch.tv/?channel=${id}`,
    page: (id) => `https://www.twitch.tv/${id}`,
  },
  {
    type: 'video',
    hosts: ['clips.twitch.tv'],
    id: inQuery('clip', /^[\w-]{1,100}$/),
    embed: (id) => `https://clips.twitch.tv/embed?clip=${id}`,
    page: (id) => `https://clips.twitch.tv/${id}`,
  },
  {
    type: 'video',
    hosts: ['tiktok.com'],
    id: inPath(/^\/(?:embed(?:\/v[23])?|player\/v1)\/(\d{5,25})$/),
    embed: (id) => `https://www.tiktok.com/player/v1/${id}`,
    page: (id) => `https://www.tiktok.com/@/video/${id}`,
  },
  {
    type: 'video',
    hosts: ['facebook.com'],
    id: (url) =>
      url.pathname === '/plugins/video.php' ? pageInQuery('href', /^(?:www\.)?facebook\.com$/)(url) : undefined,
    embed: (id) => `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(id)}`,
    page: (id) => id,
  },
  {
    type: 'video',
    hosts: ['videopress.com', 'video.wordpress.com'],
    id: inPath(/^\/(?:embed|v)\/([a-z0-9]{6,12})$/i),
    embed: (id) => `https://videopress.com/embed/${id}`,
    page: (id) => `https://videopress.com/v/${id}`,
  },
  {
    type: 'video',
    hosts: ['streamable.com'],
    id: inPath(/^\/[eos]\/([a-z0-9]{3,10})$/),
    embed: (id) => `https://streamable.com/e/${id}`,
    page: (id) => `https://streamable.com/${id}`,
  },
  {
    type: 'video',
    hosts: ['loom.com'],
    id: inPath(/^\/embed\/([0-9a-f]{32})$/),
    embed: (id) => `https://www.loom.com/embed/${id}`,
    page: (id) => `https://www.loom.com/share/${id}`,
  },
  {
    type: 'video',
    hosts: ['embed.ted.com'],
    id: inPath(/^\/talks\/((?:lang\/[a-z-]{2,8}\/)?[\w-]{1,200})$/),
    embed: (id) => `https://embed.ted.com/talks/${id}`,
    page: (id) => `https://www.ted.com/talks/${id.replace(/^lang\/[a-z-]+\//, '')}`,
  },
  {
    type: 'video',
    hosts: ['rumble.com'],
    id: inPath(/^\/embed\/([\w.]{4,20})\/?$/),
    embed: (id) => `https://rumble.com/embed/${id}/`,
  },
  {
    type: 'video',
    hosts: ['fast.wistia.net', 'fast.wistia.com'],
    id: inPath(/^\/embed\/iframe\/([a-z0-9]{10})$/),
    embed: (id) => `https://fast.wistia.net/embed/iframe/${id}`,
  },
  {
    type: 'video',
    hosts: ['archive.org'],
    id: inPath(/^\/embed\/([\w.-]{1,120})$/),
    embed: (id) => `https://archive.org/embed/${id}`,
    page: (id) => `https://archive.org/details/${id}`,
    preview: (id) => `https://archive.org/services/img/${id}`,
  },
  {
    type: 'video',
    hosts: ['player.bilibili.com'],
    id: inQuery('bvid', /^BV[a-z0-9]{10}$/i),
    embed: (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
    page: (id) => `https://www.bilibili.com/video/${id}`,
  },
  {
    type: 'video',
    hosts: ['embed.nicovideo.jp'],
    id: inPath(/^\/watch\/([a-z]{2}\d{1,12})$/),
    embed: (id) => `https://embed.nicovideo.jp/watch/${id}`,
    page: (id) => `https://www.nicovideo.jp/watch/${id}`,
  },
  {
    type: 'audio',
    hosts: ['open.spotify.com'],
    id: inPath(/^\/embed(?:-podcast)?\/((?:track|album|playlist|episode|show|artist)\/[a-z0-9]{22})(?:\/video)?$/i),
    embed: (id) => `https://open.spotify.com/embed/${id}`,
    page: (id) => `https://open.spotify.com/${id}`,
  },
  {
    type: 'audio',
    hosts: ['w.soundcloud.com'],
    id: pageInQuery('url', /^(?:(?:www|m|api)\.)?soundcloud\.com$/),
    embed: (id) => `https://w.soundcloud.com/player/?url=${encodeURIComponent(id)}`,
    // URLs of the API are for programs.
    page: (id) =>
      id.startsWith('https://api.') ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(id)}` : id,
    post: (id) => id,
  },
  {
    type: 'audio',
    hosts: ['bandcamp.com'],
    id: ownPath(/^\/EmbeddedPlayer\/(?:[\w.=-]{1,60}\/){1,12}$/),
    embed: (id) => `https://bandcamp.com${id}`,
  },
  {
    type: 'audio',
    hosts: ['embed.music.apple.com', 'embed.podcasts.apple.com'],
    id: ownPath(/^\/(?:[a-z]{2}\/)?(?:album|playlist|song|podcast)\/[^"<>\s]{1,300}$/),
    embed: (id, url) => `https://${url.host}${id}${appleItem(url)}`,
    page: (id, url) => `https://${url.host.replace('embed.', '')}${id}${appleItem(url)}`,
  },
  {
    type: 'audio',
    hosts: ['mixcloud.com', 'player-widget.mixcloud.com'],
    id: pathInQuery('feed', /^(?:www\.)?mixcloud\.com$/, /^\/[\w%.-]{1,100}\/[\w%.-]{1,200}\/?$/),
    embed: (id) => `https://player-widget.mixcloud.com/widget/iframe/?feed=${encodeURIComponent(id)}`,
    page: (id) => `https://www.mixcloud.com${id}`,
  },
  {
    type: 'audio',
    hosts: ['widget.deezer.com'],
    id: inPath(/^\/widget\/(?:auto|light|dark)\/((?:track|album|playlist|episode|show)\/\d{1,15})$/),
    embed: (id) => `https://widget.deezer.com/widget/auto/${id}`,
    page: (id) => `https://www.deezer.com/${id}`,
  },
  {
    type: 'audio',
    hosts: ['player.simplecast.com'],
    id: inPath(/^\/([0-9a-f-]{36})$/),
    embed: (id) => `https://player.simplecast.com/${id}`,
  },
  {
    type: 'audio',
    hosts: ['embed.acast.com'],
    id: ownPath(/^\/(?:\$\/)?[\w-]{1,80}\/[\w-]{1,200}$/),
    embed: (id) => `https://embed.acast.com${id}`,
  },
  {
    type: 'audio',
    hosts: ['widget.spreaker.com'],
    id: inQuery('episode_id', /^\d{1,12}$/),
    embed: (id) => `https://widget.spreaker.com/player?episode_id=${id}`,
    page: (id) => `https://www.spreaker.com/episode/${id}`,
  },
]

const vimeoHash = ({ searchParams }: URL, before: string): string => {
  const hash = fieldValue(searchParams, 'h')
  return /^[0-9a-f]{6,16}$/.test(hash) ? `${before}${hash}` : ''
}

/** The song of an album. */
const appleItem = ({ searchParams }: URL): string => {
  const item = fieldValue(searchParams, 'i')
  return /^\d{1,20}$/.test(item) ? `?i=${item}` : ''
}

const hostOf = ({ host }: URL): string => host.replace(/^(?:www|m)\./, '')

/** The row for a frame's URL, and the id of its content. */
const findRow = (url: URL): readonly [Row, string] | undefined => {
  const host = hostOf(url)
  for (const row of ROWS) {
    const id = row.hosts.includes(host) ? row.id(url) : undefined
    if (id !== undefined) return [row, id]
  }
  return undefined
}

/** The player at a frame's absolute URL. */
export const findPlayer = (address: string | null): Player | undefined => {
  const url = address === null ? null : URL.parse(address)
  const found = url === null ? undefined : findRow(url)
  if (url === null || found === undefined) return undefined
  const [row, id] = found
  const embedUrl = new URL(row.embed(id, url)).href
  const pageUrl = row.page === undefined ? embedUrl : new URL(row.page(id, url)).href
  return { type: row.type, embedUrl, pageUrl, previewUrl: row.preview?.(id) ?? null }
}

/** The URL of the post that a player plays; undefined if the player does not reveal it. */
export const postOfPlayer = (player: URL): URL | undefined => {
  const [row, id = ''] = findRow(player) ?? []
  const post = row?.post ?? row?.page
  return post && new URL(post(id, player))
}
