// A photo of a public feed → what the API would tell, as far as a feed does. Its text begins with a sentence of Flickr's own
// and the picture.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost, Profile } from '../../post/post.ts'

const PHOTO = /\/photo\/(?<id>\d{4,14})$|\/photos\/[^/]+\/(?<place>\d{4,14})\/?$/
/** The sentence and the picture, each in a paragraph. */
const PREAMBLE = 2
const TITLE = /^Uploads from (?<name>.{1,200})$/

/** null for what is no photo. */
export const adaptEntry = (post: PlatformPost, { handle, profile }: { handle: string; profile: Profile }) => {
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

type Reported = Pick<PlatformPost['media'][number], 'width' | 'height' | 'previewUrl'>

/** A feed has the picture of 240 pixels, or that of 1024: the larger ones have the same name but for a letter. */
const mapImage = (url: string, { width, height }: Reported, filmPage: string | null, alt: string | null) => {
  const small = /^(?<name>https:\/\/live\.staticflickr\.com\/\d+\/\d+_[0-9a-f]+)_m\.(?<ending>jpg|png|gif)$/.exec(
    url,
  )?.groups
  const large = small ? `${small.name}_z.${small.ending}` : url
  const [file, previewUrl] = filmPage === null ? [large, small ? url : null] : [null, large]
  const embedUrl = filmPage === null ? null : absoluteUrl('player/', filmPage.replace(/\/?$/, '/'))
  const size = small ? {} : { width, height }
  return buildMedia({ type: filmPage === null ? 'image' : 'video', url: file, previewUrl, embedUrl, ...size, alt })
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

/** What the feed says of itself, without Flickr's words in front of a name. */
export const adaptProfile = (reported: Profile, handle: string): Profile =>
  buildProfile({
    id: handle,
    handle,
    displayName: TITLE.exec(reported.displayName ?? '')?.groups?.name ?? null,
    url: reported.url,
    avatarUrl: reported.avatarUrl,
  })
