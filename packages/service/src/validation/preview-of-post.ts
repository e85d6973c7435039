// Previews from a normalized post or an oEmbed response, with the same fields and limits as those of pages.

import type { Post } from '../post/post.ts'
import { cleanValue, decodeEntities } from './preview/clean-value.ts'
import { FIELD_NAMES, type Preview, type PreviewField, withoutRepetition } from './preview/preview.ts'

type Raw = Partial<Record<PreviewField, unknown>>

const MAX_TEXT = 4096

const cleanRaw = (raw: Raw, base: string): Preview =>
  withoutRepetition(
    Object.fromEntries(
      FIELD_NAMES.map((field) => {
        const value = raw[field]
        return [field, typeof value === 'string' ? cleanValue(field, value.slice(0, MAX_TEXT), base) : null]
      }),
    ) as Preview,
  )

const imageOf = ({ media, link }: Post): string | null => {
  const [first] = media
  if (!first) return link?.imageUrl ?? null
  return first.previewUrl ?? (first.type === 'image' ? first.url : null)
}

export const previewOfPost = (post: Post, siteName: string | null, oembedUrl: URL | undefined): Preview =>
  cleanRaw(
    {
      title: post.title ?? post.link?.title,
      description: [post.summary, post.text].find((text) => text !== null && text !== post.title),
      imageUrl: imageOf(post),
      siteName,
      author: post.author?.displayName ?? post.author?.handle,
      publishedAt: post.publishedAt,
      canonicalUrl: post.url,
      oembedUrl: oembedUrl?.href,
    },
    post.url ?? 'https://invalid.example',
  )

/** The specification says text; WordPress and others write HTML. */
const decoded = (value: unknown): unknown => (typeof value === 'string' ? decodeEntities(value) : value)

/** From an oEmbed response (https://oembed.com, section 2.3.4). */
export const previewOfOembed = (response: Readonly<Record<string, unknown>>, post: URL, oembedUrl: URL): Preview =>
  cleanRaw(
    {
      title: decoded(response.title),
      description: decoded(response.description),
      imageUrl: response.thumbnail_url ?? (response.type === 'photo' ? response.url : undefined),
      siteName: decoded(response.provider_name),
      author: decoded(response.author_name),
      publishedAt: response.upload_date,
      canonicalUrl: post.href,
      oembedUrl: oembedUrl.href,
    },
    post.href,
  )
