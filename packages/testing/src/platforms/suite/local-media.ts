// Replaces the images, videos and sounds in the posts of simulated platforms, whose hosts do not exist, by ones that the
// simulation serves itself. Whatever else a post contains stays as it is.

import type {
  Author,
  LinkCard,
  Media,
  PlatformPost,
  PlatformProfile,
  PostReference,
} from '@central-api/service/post/post.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import { type LocalFiles, SIZES, type Size } from './local-files.ts'

const IMAGE_IN_HTML = /(?<=<img\b[^>]*? src=")[^"]+(?=")/g

/** At most this many pixels wide or high: large enough for any page, and quickly drawn. */
const MAX_PIXELS = 1_200
const MAX_PREVIEW_PIXELS = 640

/** The same proportions in at most `pixels`. */
const within = ({ width, height }: Size, pixels: number): Size => {
  const scale = Math.min(1, pixels / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const createLocalize = ({ image, video, sound }: LocalFiles) => {
  const still = (url: string | null, size: Size) => (url === null ? null : image(url, within(size, MAX_PIXELS)))

  const ofHtml = (html: string | null) =>
    html === null ? null : html.replace(IMAGE_IN_HTML, (url) => image(url, SIZES.media))

  const ofAuthor = (author: Author | null): Author | null =>
    author && { ...author, avatarUrl: still(author.avatarUrl, SIZES.avatar) }

  const ofReference = (reference: PostReference | null): PostReference | null =>
    reference && { ...reference, author: ofAuthor(reference.author) }

  const ofLink = (link: LinkCard | null): LinkCard | null =>
    link && { ...link, imageUrl: still(link.imageUrl, SIZES.card) }

  const ofMedia = (media: Media): Media => {
    const { type, url, previewUrl, width, height } = media
    const size = width === null || height === null ? SIZES.media : { width, height }
    const files = { image: still(url, size), gif: url && video, video: url && video, audio: url && sound }
    return { ...media, url: files[type], previewUrl: previewUrl && image(previewUrl, within(size, MAX_PREVIEW_PIXELS)) }
  }

  const ofPost = (post: PlatformPost): PlatformPost => ({
    ...post,
    author: ofAuthor(post.author),
    html: ofHtml(post.html),
    media: post.media.map(ofMedia),
    link: ofLink(post.link),
    repostOf: ofReference(post.repostOf),
    replyTo: ofReference(post.replyTo),
    quoteOf: ofReference(post.quoteOf),
  })

  const ofProfile = (profile: PlatformProfile): PlatformProfile => ({
    ...profile,
    avatarUrl: still(profile.avatarUrl, SIZES.avatar),
    bannerUrl: still(profile.bannerUrl, SIZES.banner),
    owner: ofAuthor(profile.owner),
    movedTo: ofAuthor(profile.movedTo),
  })

  return { ofPost, ofProfile }
}

/** Gives the posts of a platform local media. The first of its sample handles is the one that its simulator has. */
export const withLocalMedia = (platform: Platform, handle: string | undefined, files: LocalFiles): Platform => {
  const { ofPost, ofProfile } = createLocalize(files)
  const localize = (source: Source): Source => {
    const { post } = source
    return {
      ...source,
      async account(request) {
        const account = await source.account(request)
        return { ...account, profile: ofProfile(account.profile) }
      },
      async posts(request) {
        const page = await source.posts(request)
        return { ...page, posts: page.posts.map(ofPost) }
      },
      ...(post && {
        async post(request) {
          const response = await post(request)
          return { ...response, post: ofPost(response.post) }
        },
      }),
    }
  }
  return {
    ...platform,
    handles: handle === undefined ? platform.handles : [handle, ...platform.handles],
    sources: platform.sources.map(localize),
  }
}
