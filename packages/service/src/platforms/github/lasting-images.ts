// Pictures and films that somebody dropped into a text: GitHub's HTML has URLs that end after five minutes, and its Markdown the
// lasting ones, which lead to a fresh one each time.

import { buildMedia } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'

const PASSING =
  /https:\/\/private-user-images\.githubusercontent\.com\/\d{1,20}\/\d{1,20}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\w{1,5}(?:\?[^\s"'<>]{0,2048})?/g

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const WRITTEN = /https:\/\/[^\s"'<>()[\]]{1,500}/g
const LASTING = 'https://github.com/user-attachments/assets/'

export type Lasting = {
  readonly text: (text: string) => string
  readonly media: (media: Media) => Media
}

/** `markdown` is what the author wrote. */
export const lastingImages = (markdown: unknown): Lasting => {
  const written = typeof markdown === 'string' ? (markdown.match(WRITTEN) ?? []) : []
  const known = new Map(written.flatMap((url) => UUID.exec(url)?.map((uuid) => [uuid, url] as const) ?? []))
  const text = (value: string): string =>
    value.replace(PASSING, (_, uuid: string) => known.get(uuid) ?? `${LASTING}${uuid}`)
  const urlOf = (url: string | null): string | null => (url === null ? null : text(url))
  return {
    text,
    media({ url, previewUrl, expiresAt: _, ...rest }) {
      return buildMedia({ ...rest, url: urlOf(url), previewUrl: urlOf(previewUrl) })
    },
  }
}
