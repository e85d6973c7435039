// The type of a feed's file: from its medium, else its media type, else its file extension.

import type { Media } from '../post/post.ts'
import type { FeedFile } from './feed.ts'

type Kind = Media['type']

/** By file extensions, which faulty feeds also write in place of types. */
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

/** Types for both audio and video, and their meaning when there is no file extension: RFC 5334, RFC 4337, RFC 8216, and Matroska. */
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

/** Registered main types other than those above. Any other text in their place is ignored. */
const OTHERS = new Set(['application', 'text', 'font', 'model', 'message', 'multipart', 'chemical'])
/** Types that servers send for unknown files. */
const UNKNOWN_TYPE =
  /^application\/(?:(?:x-)?(?:octet-?stream|binary|unknown|download|force-download|file|audio|video|media|mp3|mpeg\d?|mpg|m4a|m4v|mov|wav|flac|aac|quicktime)|x-msdownload|oct-stream|oct)$/

/** undefined when a page cannot show the file, such as a document. */
export const fileTypeOf = ({ type = '', medium = '', url = '' }: FeedFile): Kind | undefined => {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (essence === 'image/gif') return 'gif'
  const [main = '', format = ''] = essence.split('/', 2)
  const byMedium = MAIN.get(medium.trim().toLowerCase())
  if (byMedium !== undefined) return byMedium
  const byMain = MAIN.get(main)
  // Some programs write the type of an episode's image for its audio file. Image files have no audio extension.
  if (byMain === 'image') return formatOfPath(url) === 'audio' ? 'audio' : byMain
  if (byMain !== undefined) return byMain
  const container = CONTAINERS.get(essence)
  if (container !== undefined) return playedAs(formatOfUrl(url)) ?? container
  if (OTHERS.has(main) && format !== '' && !UNKNOWN_TYPE.test(essence)) return undefined
  return formatOfUrl(url) ?? formatOfName(format || main)
}

/** Whether it is a streaming playlist, which few browsers play without a script. */
export const isPlaylist = ({ type = '', url = '' }: FeedFile): boolean =>
  /mpegurl|dash\+xml/i.test(type) || /\.(?:m3u8|mpd)(?:[?#]|$)/i.test(url)

/** An image extension says nothing about the content of a container. */
const playedAs = (kind: Kind | undefined): Kind | undefined => (kind === 'audio' || kind === 'video' ? kind : undefined)

const formatOfName = (name: string): Kind | undefined => FORMATS.get(name.replace(/^(?:\.|x-)/, '')) ?? MAIN.get(name)

/** The base for relative URLs, of which only the extension matters. */
const ANY_BASE = 'https://invalid.example/'
/** Parts of a URL that are searched. */
const MAX_PARTS = 50
const ENDING = /\.([a-z0-9]{2,5})$/i
/** Suffixes that some servers append to a file's name: `;jsessionid=1`, `:large`. */
const SUFFIX = /[;:!]/

const formatOfPath = (source: string): Kind | undefined => firstFormat([URL.parse(source, ANY_BASE)?.pathname ?? ''])

/** By the extension of the path; else of a value of the query, or of another part of the path, for scripts and download counters. */
const formatOfUrl = (source: string): Kind | undefined => {
  const url = URL.parse(source, ANY_BASE)
  if (url === null) return undefined
  const parts = url.pathname.split('/', MAX_PARTS).reverse()
  const values = [...url.searchParams.values()].slice(0, MAX_PARTS)
  return firstFormat([parts[0] ?? '', ...values, ...parts.slice(1)])
}

const firstFormat = (texts: readonly string[]): Kind | undefined => {
  for (const text of texts) {
    const [name = ''] = text.slice(text.lastIndexOf('/') + 1).split(SUFFIX, 1)
    const ending = ENDING.exec(name)?.[1]?.toLowerCase()
    const kind = ending === undefined ? undefined : FORMATS.get(ending)
    if (kind !== undefined) return kind
  }
  return undefined
}
