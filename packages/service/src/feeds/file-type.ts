// What a file of a feed is: by its medium, its media type, and its ending where these say nothing.

import type { Media } from '../post/post.ts'
import type { FeedFile } from './feed.ts'

type Kind = Media['type']

/** By the endings of files, which careless feeds write in place of types, too. */
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

/** Types that hold recordings and videos alike, and what they are where no ending tells: RFC 5334, RFC 4337, RFC 8216, and the
 * container that is neither by its name. */
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

/** Main types that are registered, and of which none of those above is. Whatever else is written in their place says nothing. */
const OTHERS = new Set(['application', 'text', 'font', 'model', 'message', 'multipart', 'chemical'])
/** What servers call what they do not know. */
const NOTHING_SAID =
  /^application\/(?:(?:x-)?(?:octet-?stream|binary|unknown|download|force-download|file|audio|video|media|mp3|mpeg\d?|mpg|m4a|m4v|mov|wav|flac|aac|quicktime)|x-msdownload|oct-stream|oct)$/

/** undefined of what no page shows, such as a document. */
export const fileTypeOf = ({ type = '', medium = '', url = '' }: FeedFile): Kind | undefined => {
  const written = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (written === 'image/gif') return 'gif'
  const [main = '', format = ''] = written.split('/', 2)
  const byMedium = MAIN.get(medium.trim().toLowerCase())
  if (byMedium !== undefined) return byMedium
  const said = MAIN.get(main)
  // Some programs write the type of an episode's picture for its recording; no picture ends as a recording does.
  if (said === 'image') return formatOfPath(url) === 'audio' ? 'audio' : said
  if (said !== undefined) return said
  const container = CONTAINERS.get(written)
  if (container !== undefined) return playedAs(formatOfUrl(url)) ?? container
  if (OTHERS.has(main) && format !== '' && !NOTHING_SAID.test(written)) return undefined
  return formatOfUrl(url) ?? formatOfName(format || main)
}

/** Whether it lists a recording's pieces, which few browsers play without a script. */
export const isPlaylist = ({ type = '', url = '' }: FeedFile): boolean =>
  /mpegurl|dash\+xml/i.test(type) || /\.(?:m3u8|mpd)(?:[?#]|$)/i.test(url)

/** A picture beside a recording is not what a container holds. */
const playedAs = (kind: Kind | undefined): Kind | undefined => (kind === 'audio' || kind === 'video' ? kind : undefined)

const formatOfName = (name: string): Kind | undefined => FORMATS.get(name.replace(/^(?:\.|x-)/, '')) ?? MAIN.get(name)

/** What a relative URL is read against, since its ending is all that counts. */
const ELSEWHERE = 'https://invalid.example/'
/** Parts of a URL that are looked at. */
const MOST_PARTS = 50
const ENDING = /\.([a-z0-9]{2,5})$/i
/** What some servers put behind a file's name: `;jsessionid=1`, `:large`. */
const BEHIND = /[;:!]/

const formatOfPath = (written: string): Kind | undefined => firstFormat([URL.parse(written, ELSEWHERE)?.pathname ?? ''])

/** By the ending of the path; behind a script or a counter of downloads by that of a value of the query, or of a part of the path. */
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
