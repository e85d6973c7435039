// Maps posts in the legacy format, from before Tumblr had blocks. The HTML is not sanitized.
// https://github.com/tumblr/docs/blob/master/api.md

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { escapeHtml } from '../../post/markup/escape.ts'
import type { LinkCard, Media } from '../../post/post.ts'
import { linkHtml } from '../../post/text.ts'
import { playerOf } from './player-of.ts'
import { unwrapUrl } from './unwrap-url.ts'

export type Content = {
  readonly title?: unknown
  readonly html: string
  readonly media?: readonly Media[]
  readonly link?: LinkCard | null
  readonly views?: number | null
}

const htmlOf = (value: unknown): string => stringOrNull(value) ?? ''
const textOf = (value: unknown): string => escapeHtml(stringOrNull(value) ?? '')

const photo = (post: JsonObject): Content => ({
  html: htmlOf(post.caption),
  media: jsonList(post.photos).flatMap((value) => {
    const { original_size: original, alt_sizes: sizes, caption } = jsonObject(value)
    const { url, width, height } = jsonObject(original)
    const fileUrl = absoluteUrl(url)
    if (fileUrl === null) return []
    const smaller = jsonList(sizes).map(jsonObject)
    const preview = smaller.findLast((size) => (pixelsOrNull(size.width) ?? 0) >= 400 && size.url !== url)
    return buildMedia({
      type: /\.gifv?$/i.test(fileUrl) ? 'gif' : 'image',
      url: fileUrl,
      previewUrl: absoluteUrl(preview?.url),
      width: pixelsOrNull(width),
      height: pixelsOrNull(height),
      alt: stringOrNull(caption),
    })
  }),
})

const quote = ({ text, source }: JsonObject): Content => ({
  html: `<blockquote>${htmlOf(text)}</blockquote><p>${htmlOf(source)}</p>`,
})

const link = ({ title, url, description, excerpt, photos }: JsonObject): Content => {
  const target = unwrapUrl(url)
  const [image] = jsonList(photos).map((value) => jsonObject(jsonObject(value).original_size).url)
  const card = { title: stringOrNull(title), description: stringOrNull(excerpt), imageUrl: absoluteUrl(image) }
  return { html: htmlOf(description), link: target === null ? null : { url: target, ...card } }
}

const chat = ({ title, dialogue, body }: JsonObject): Content => {
  const lines = jsonList(dialogue).map(jsonObject)
  const spoken = lines.map(({ label, phrase }) => `<p><b>${textOf(label)}</b> ${textOf(phrase)}</p>`).join('')
  return { title, html: spoken || `<p>${textOf(body)}</p>` }
}

/** The page of a video or audio that cannot be played here. */
const externalCard = (post: JsonObject, imageUrl: string | null): LinkCard | null => {
  const url = unwrapUrl(post.permalink_url) ?? unwrapUrl(post.audio_source_url) ?? unwrapUrl(post.source_url)
  return url === null ? null : { url, title: stringOrNull(post.source_title), description: null, imageUrl }
}

const audio = (post: JsonObject): Content => {
  const embedUrl = playerOf(post.player) ?? playerOf(post.embed)
  const previewUrl = absoluteUrl(post.album_art)
  const named = [post.track_name, post.artist, post.album].flatMap((part) => stringOrNull(part) ?? [])
  const alt = named.length === 0 ? null : named.join(' – ')
  const isShown = embedUrl !== null || previewUrl !== null
  const media = isShown ? [buildMedia({ type: 'audio', previewUrl, embedUrl, alt })] : []
  const link = embedUrl === null ? externalCard(post, previewUrl) : null
  return { html: htmlOf(post.caption), media, link, views: countOrNull(post.plays) }
}

const video = (post: JsonObject): Content => {
  const players = jsonList(post.player).map((value) => playerOf(jsonObject(value).embed_code))
  const url = absoluteUrl(post.video_url)
  const previewUrl = absoluteUrl(post.thumbnail_url)
  const embedUrl = url === null ? (players.findLast((player) => player !== null) ?? null) : null
  const link = url === null && embedUrl === null ? externalCard(post, previewUrl) : null
  if (url === null && previewUrl === null && embedUrl === null) return { html: htmlOf(post.caption), link }
  const durationSeconds = typeof post.duration === 'number' && post.duration > 0 ? post.duration : null
  return {
    html: htmlOf(post.caption),
    media: [buildMedia({ type: 'video', url, previewUrl, embedUrl, durationSeconds })],
    link,
  }
}

const answer = ({ asking_name: name, asking_url: url, question, answer: reply }: JsonObject): Content => {
  const asker = stringOrNull(name)
  const askerUrl = absoluteUrl(url)
  // An anonymous asker has a name but no URL.
  const signature = asker === null || askerUrl === null ? '' : `<p>${linkHtml(askerUrl, asker)}:</p>`
  return { html: `${signature}<blockquote>${htmlOf(question)}</blockquote>${htmlOf(reply)}` }
}

const TYPES: ReadonlyMap<unknown, (post: JsonObject) => Content> = new Map([
  ['text', ({ title, body }: JsonObject) => ({ title, html: htmlOf(body) })],
  ['photo', photo],
  ['quote', quote],
  ['link', link],
  ['chat', chat],
  ['audio', audio],
  ['video', video],
  ['answer', answer],
])

/** undefined when the post has no legacy type. */
export const mapLegacy = (post: JsonObject): Content | undefined => TYPES.get(post.type)?.(post)
