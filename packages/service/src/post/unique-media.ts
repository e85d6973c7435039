// Removes duplicate files, including several sizes of one image.

import type { Media } from './post.ts'

/** Size suffixes of file names: `-300x200`, `-scaled`, `-e1700000000000`. */
const SIZE = /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{13})$/
/** Most characters of a suffix. */
const LONGEST_SIZE = 15

/** The URL was resolved before, so its parts are in place. */
const PARTS = /^https?:\/\/(?<host>[^/?#]*)(?<pathname>[^?#]*)(?<search>\?[^#]+)?/

/** A key that all sizes of one image share: it ignores `-300x200`, `-scaled`, `?w=300` and the CDN in front. */
export const imageKey = (url: string): string => {
  const { host = '', pathname = '', search = '' } = PARTS.exec(url)?.groups ?? new URL(url)
  const proxied = /^i[0-3]\.wp\.com$/.test(host) ? pathname.slice(1) : host + pathname
  const ending = /\.[a-z0-9]{2,5}$/i.exec(proxied.slice(-6))?.[0]
  if (ending === undefined) return proxied + search
  return withoutSizes(proxied.slice(0, -ending.length)) + ending
}

/** Tests only the end, suffix by suffix: a match from each character of a hostile name would take quadratic time. */
const withoutSizes = (name: string): string => {
  let end = name.length
  for (;;) {
    const size = SIZE.exec(name.slice(Math.max(0, end - LONGEST_SIZE), end))
    if (size === null) return name.slice(0, end)
    end -= size[0].length
  }
}

/** One medium per key; the first is kept. */
const eachOnce = (media: readonly Media[], keyOfUrl: (url: string) => string): Media[] => {
  const seen = new Set<string>()
  const shown = media.filter(({ url, embedUrl, previewUrl }) => (url ?? embedUrl ?? previewUrl) !== null)
  if (shown.length < 2) return shown
  return shown.filter(({ url, embedUrl, previewUrl }) => {
    const key = url === null ? (embedUrl ?? previewUrl) : keyOfUrl(url)
    if (key === null || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Each original once. */
export const uniqueMedia = (media: readonly Media[]): Media[] => eachOnce(media, imageKey)

/** Each file once, as its address names it. */
export const uniqueFiles = (media: readonly Media[]): Media[] => eachOnce(media, (url) => url)
