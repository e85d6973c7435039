// A file that is told twice is one medium, and so is one picture in several sizes.

import type { Media } from './post.ts'

/** Marks of a size at the end of a file's name: `-300x200`, `-scaled`, `-e1700000000000`. */
const SIZE = /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{13})$/
/** Characters that such a mark has at most. */
const LONGEST_SIZE = 15

/** The address was resolved before, so that its parts stand where they should. */
const PARTS = /^https?:\/\/(?<host>[^/?#]*)(?<pathname>[^?#]*)(?<search>\?[^#]+)?/

/** What pictures of one original in several sizes have in common: `-300x200`, `-scaled`, `?w=300`, the CDN in front. */
export const imageKey = (url: string): string => {
  const { host = '', pathname = '', search = '' } = PARTS.exec(url)?.groups ?? new URL(url)
  const proxied = /^i[0-3]\.wp\.com$/.test(host) ? pathname.slice(1) : host + pathname
  const ending = /\.[a-z0-9]{2,5}$/i.exec(proxied.slice(-6))?.[0]
  if (ending === undefined) return proxied + search
  return withoutSizes(proxied.slice(0, -ending.length)) + ending
}

/** Looks at the end alone, mark after mark: tried from each character of a hostile name, it would cost the square. */
const withoutSizes = (name: string): string => {
  let end = name.length
  for (;;) {
    const size = SIZE.exec(name.slice(Math.max(0, end - LONGEST_SIZE), end))
    if (size === null) return name.slice(0, end)
    end -= size[0].length
  }
}

/** Each once by its key; what comes first is better known. */
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
