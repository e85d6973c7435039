// GIFs picked from GIPHY, Tenor and KLIPY. Apps store them as link cards and show them as images.
// https://github.com/bluesky-social/social-app/blob/main/src/lib/strings/embed-player.ts

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** Hosts that serve GIF files. */
const FILE_HOSTS =
  /^(?:media\d?\.tenor\.com|c\.tenor\.com|media\d?\.giphy\.com|i\.giphy\.com|static\.klipy\.com|[kt]\.gifs\.bsky\.app)$/
const FILE = /\.(?:gif|webp)$/i
const GIPHY_HOST = /^(?:www\.)?giphy\.com$/
/** The page of a GIF. Its slug ends with the id. */
const GIPHY_PAGE = /^\/gifs\/(?:[^/]*-)?(?<id>[A-Za-z0-9]{5,40})\/?$/
/** The prefix that apps write before the description. */
const ALT = /^alt:\s*/i

/** Returns null when the card is not a GIF. */
export const mapGifCard = (value: unknown): Media | null => {
  const card: JsonObject = jsonObject(value)
  const link = URL.parse(absoluteUrl(card.uri) ?? '')
  const url = link && fileOf(link)
  if (link === null || url === null) return null
  // Tenor's URLs contain the size.
  const [width, height] = ['ww', 'hh'].map((name) => pixelsOrNull(link.searchParams.get(name)))
  return buildMedia({
    type: 'gif',
    url,
    previewUrl: absoluteUrl(card.thumb),
    width,
    height,
    alt: plainText(plainText(card.description)?.replace(ALT, '')) ?? plainText(card.title),
  })
}

const fileOf = ({ hostname, pathname, href }: URL): string | null => {
  if (FILE_HOSTS.test(hostname)) return FILE.test(pathname) ? href : null
  const id = GIPHY_HOST.test(hostname) ? GIPHY_PAGE.exec(pathname)?.groups?.id : undefined
  return id === undefined ? null : `https://i.giphy.com/media/${id}/giphy.gif`
}
