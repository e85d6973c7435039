// A photo of the public feed → the same post as from the API, as far as the feed has its fields. The text of an entry
// starts with a sentence by Flickr and the image.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'

const PHOTO = /\/photo\/(?<id>\d{4,14})$|\/photos\/[^/]+\/(?<place>\d{4,14})\/?$/
/** The sentence and the image are one paragraph each. */
const PREAMBLE = 2
const TITLE = /^Uploads from (?<name>.{1,200})$/

/** Returns null when the entry is not a photo. */
export const adaptEntry = (post: PlatformPost, { handle, profile }: { handle: string; profile: PlatformProfile }) => {
  const named = PHOTO.exec(post.id)?.groups ?? PHOTO.exec(post.url ?? '')?.groups
  const known = named?.id ?? named?.place
  if (known === undefined) return null
  const page = post.url
  const image = post.media.find(({ type }) => type === 'image' || type === 'gif')
  const isVideo = / posted a video/.test(post.text?.slice(0, 300) ?? '')
  const { text, html } = walkHtml(withoutPreamble(post.html ?? ''))
  const media = image?.url == null ? [] : [mapImage(image.url, image, isVideo ? page : null, post.title)]
  return buildPost({
    id: known,
    url: page,
    ...(media.length > 0 && { kind: isVideo ? 'video' : 'image' }),
    title: post.title,
    text,
    html,
    tags: post.tags,
    publishedAt: post.publishedAt,
    author: buildAuthor({ id: handle, handle, displayName: profile.displayName, url: profile.url }),
    media,
    sensitive: false,
  })
}

type Size = Pick<PlatformPost['media'][number], 'width' | 'height' | 'previewUrl'>

/** A feed has an image of 240 or 1024 pixels. The names of larger sizes differ by one letter. */
const mapImage = (url: string, { width, height }: Size, videoPage: string | null, alt: string | null) => {
  const small = /^(?<name>https:\/\/live\.staticflickr\.com\/\d+\/\d+_[0-9a-f]+)_m\.(?<ending>jpg|png|gif)$/.exec(
    url,
  )?.groups
  const large = small ? `${small.name}_z.${small.ending}` : url
  const [file, previewUrl] = videoPage === null ? [large, small ? url : null] : [null, large]
  const embedUrl = videoPage === null ? null : absoluteUrl('player/', videoPage.replace(/\/?$/, '/'))
  const size = small ? {} : { width, height }
  return buildMedia({ type: videoPage === null ? 'image' : 'video', url: file, previewUrl, embedUrl, ...size, alt })
}

const withoutPreamble = (html: string): string => {
  let at = 0
  for (let part = 0; part < PREAMBLE; part += 1) {
    const end = html.indexOf('</p>', at)
    if (end === -1) return html.startsWith('<p>') && part === 1 ? '' : html
    at = end + '</p>'.length
  }
  return html.slice(at)
}

/** The profile without Flickr's “Uploads from” before the name. */
export const adaptProfile = (profile: PlatformProfile, handle: string): PlatformProfile =>
  buildProfile({
    id: handle,
    handle,
    displayName: TITLE.exec(profile.displayName ?? '')?.groups?.name ?? null,
    url: profile.url,
    avatarUrl: profile.avatarUrl,
  })
