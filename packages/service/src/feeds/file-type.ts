// The type of a file in a feed: by its medium, its media type, and its extension if these say nothing.

import type { Media } from '../post/post.ts'
import type { FeedFile } from './feed.ts'

type Kind = Media['type']

/** By file extension, which careless feeds also write as types. */
const FORMATS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    image: ['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'webp', 'avif'],
    gif: ['gif'],
    video: ['mp4', 'm4v', 'mov', 'webm', 'ogv', 'mkv', 'avi', 'mpg', 'mpeg', 'mpe', 'wmv', 'flv', '3gp', 'm3u8', 'mpd'],
    audio: ['mp3', 'm4a', 'm4b', 'aac', 'ogg', 'oga', 'opus', 'spx', 'flac', 'wav', 'aif', 'aiff', 'wma', 'mpga'],
  } as const satisfies Record<Kind, readonly string[]>).flatMap(([kind, endings]) =>
    endings.map((ending) => [ending, kind as Kind] as const),
  ),
)

const MAIN: ReadonlyMap<string, Kind> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
])

/** Containers of audio and video, and their type without an extension: RFC 5334, RFC 4337, RFC 8216, and Matroska. */
const CONTAINERS: ReadonlyMap<string, Kind> = new Map([
  ['application/ogg', 'audio'],
  ['application/x-ogg', 'audio'],
  ['application/mp4', 'video'],
  ['application/x-mp4', 'video'],
  ['application/x-matroska', 'video'],
  ['application/vnd.apple.mpegurl', 'video'],
  ['application/x-mpegurl', 'video'],
  ['application/mpegurl', 'video'],
  ['application/dash+xml', 'video'],
])

/** Registered main types of other files. Any other word says nothing. */
const OTHERS = new Set(['application', 'text', 'font', 'model', 'message', 'multipart', 'chemical'])
/** Types that servers send for unknown files. */
const NOTHING_SAID =
  /^application\/(?:(?:x-)?(?:octet-?stream|binary|unknown|download|force-download|file|audio|video|media|mp3|mpeg\d?|mpg|m4a|m4v|mov|wav|flac|aac|quicktime)|x-msdownload|oct-stream|oct)$/

/** undefined for files that no page shows, such as documents. */
export const fileTypeOf = ({ type = '', medium = '', url = '' }: FeedFile): Kind | undefined => {
  const written = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (written === 'image/gif') return 'gif'
  const [main = '', format = ''] = written.split('/', 2)
  const byMedium = MAIN.get(medium.trim().toLowerCase())
  if (byMedium !== undefined) return byMedium
  const said = MAIN.get(main)
  // Some programs give a recording the type of the episode's image. No image has an audio extension.
  if (said === 'image') return formatOfPath(url) === 'audio' ? 'audio' : said
  if (said !== undefined) return said
  const container = CONTAINERS.get(written)
  if (container !== undefined) return playedAs(formatOfUrl(url)) ?? container
  if (OTHERS.has(main) && format !== '' && !NOTHING_SAID.test(written)) return undefined
  return formatOfUrl(url) ?? formatOfName(format || main)
}

/** Whether it is a playlist, which few browsers play without a script. */
export const isPlaylist = ({ type = '', url = '' }: FeedFile): boolean =>
  /mpegurl|dash\+xml/i.test(type) || /\.(?:m3u8|mpd)(?:[?#]|$)/i.test(url)

/** An image is not what a container contains. */
const playedAs = (kind: Kind | undefined): Kind | undefined => (kind === 'audio' || kind === 'video' ? kind : undefined)

const formatOfName = (name: string): Kind | undefined => FORMATS.get(name.replace(/^(?:\.|x-)/, '')) ?? MAIN.get(name)

/** Base for a relative URL, of which only the extension counts. */
const ELSEWHERE = 'https://invalid.example/'
/** Parts of a URL that are examined. */
const MOST_PARTS = 50
const ENDING = /\.([a-z0-9]{2,5})$/i
/** Suffixes that servers add to a file name: `;jsessionid=1`, `:large`. */
const BEHIND = /[;:!]/

const formatOfPath = (written: string): Kind | undefined => firstFormat([URL.parse(written, ELSEWHERE)?.pathname ?? ''])

/** By the extension of the path; for scripts and download counters by that of a query value or a path segment. */
const formatOfUrl = (written: string): Kind | undefined => {
  const url = URL.parse(written, ELSEWHERE)
  if (url === null) return undefined
  const parts = url.pathname.split('/', MOST_PARTS).reverse()
  const values = [...url.searchParams.values()].slice(0, MOST_PARTS)
  return firstFormat([parts[0] ?? '', ...values, ...parts.slice(1)])
}

const firstFormat = (texts: readonly string[]): Kind | undefined => {
  for (const text of texts) {
    const [name = ''] = text.slice(text.lastIndexOf('/') + 1).split(BEHIND, 1)
    const ending = ENDING.exec(name)?.[1]?.toLowerCase()
    const kind = ending === undefined ? undefined : FORMATS.get(ending)
    if (kind !== undefined) return kind
  }
  return undefined
}
