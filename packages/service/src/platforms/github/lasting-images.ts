// Images and videos that were uploaded into a text. GitHub's HTML has URLs that expire after five minutes. Its Markdown
// has permanent URLs, which redirect to a fresh one each time.

import { buildMedia } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'

const EXPIRING =
  /https:\/\/private-user-images\.githubusercontent\.com\/\d{1,20}\/\d{1,20}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\w{1,5}(?:\?[^\s"'<>]{0,2048})?/g

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const WRITTEN = /https:\/\/[^\s"'<>()[\]]{1,500}/g
const PERMANENT = 'https://github.com/user-attachments/assets/'

export type Lasting = {
  readonly text: (text: string) => string
  readonly media: (media: Media) => Media
}

/** `markdown` is the author's source of the text. */
export const lastingImages = (markdown: unknown): Lasting => {
  const written = typeof markdown === 'string' ? (markdown.match(WRITTEN) ?? []) : []
  const known = new Map(written.flatMap((url) => UUID.exec(url)?.map((uuid) => [uuid, url] as const) ?? []))
  const text = (value: string): string =>
    value.replace(EXPIRING, (_, uuid: string) => known.get(uuid) ?? `${PERMANENT}${uuid}`)
  const urlOf = (url: string | null): string | null => (url === null ? null : text(url))
  return {
    text,
    media({ url, previewUrl, expiresAt: _, ...rest }) {
      return buildMedia({ ...rest, url: urlOf(url), previewUrl: urlOf(previewUrl) })
    },
  }
}
