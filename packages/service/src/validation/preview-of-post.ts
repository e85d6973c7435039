// Previews of what is no page: a post in the normalized form, an oEmbed answer. In the same form and within the same
// bounds as those of pages.

import type { Post } from '../platforms/post.ts'
import { cleanValue } from './preview/clean-value.ts'
import { FIELD_NAMES, type Preview, type PreviewField } from './preview/preview.ts'

type Raw = Partial<Record<PreviewField, unknown>>

const MAX_TEXT = 4096

const cleanRaw = (raw: Raw, base: string): Preview =>
  Object.fromEntries(
    FIELD_NAMES.map((field) => {
      const value = raw[field]
      return [field, typeof value === 'string' ? cleanValue(field, value.slice(0, MAX_TEXT), base) : null]
    }),
  ) as Preview

const imageOf = ({ media, link }: Post): string | null => {
  const [first] = media
  if (!first) return link?.imageUrl ?? null
  return first.previewUrl ?? (first.type === 'image' ? first.url : null)
}

export const previewOfPost = (post: Post, siteName: string, oembedUrl: URL | undefined): Preview =>
  cleanRaw(
    {
      title: post.link?.title,
      description: post.text,
      imageUrl: imageOf(post),
      siteName,
      author: post.author?.displayName ?? post.author?.handle,
      publishedAt: post.publishedAt,
      canonicalUrl: post.url,
      oembedUrl: oembedUrl?.href,
    },
    post.url ?? 'https://invalid.example',
  )

/** Of an oEmbed answer (https://oembed.com, section 2.3.4). */
export const previewOfOembed = (answer: Readonly<Record<string, unknown>>, post: URL, oembedUrl: URL): Preview =>
  cleanRaw(
    {
      title: answer.title,
      description: answer.description,
      imageUrl: answer.thumbnail_url ?? (answer.type === 'photo' ? answer.url : undefined),
      siteName: answer.provider_name,
      author: answer.author_name,
      publishedAt: answer.upload_date,
      canonicalUrl: post.href,
      oembedUrl: oembedUrl.href,
    },
    post.href,
  )
