// Puts the URLs of the media proxy into posts and profiles, when a response is made from them. What is stored keeps the
// URLs of the platforms, so that nothing must be fetched again when the proxy is switched on, or its keys change.

import { expiryOf } from '../post/expiry-of.ts'
import type { Author, Media, PlatformProfile, Post, PostReference, Profile } from '../post/post.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { imagesIn } from './html-images.ts'
import type { MediaKey, MediaKeys } from './media-key.ts'
import type { SteadyUrls } from './steady-urls.ts'

/** Whose images they are. */
export type Origin = {
  readonly platform: string
  readonly reach: Reach
  /** Of the page that they are in. */
  readonly handle?: string
  /** The page of the profile, for posts whose author is unknown. */
  readonly profileUrl?: string | null
  /** The license that they are fetched for; undefined if it is none, or unknown. */
  readonly licenseId?: string | undefined
}

/** The page says the rest. */
export type PageOrigin = Pick<Origin, 'reach' | 'licenseId'>

type Body = {
  readonly platform: string
  readonly handle: string
  readonly profile: Profile
  readonly posts: readonly Post[]
}

export type MediaUrls = {
  /** The body of a page. */
  page<B extends Body>(body: B, origin: PageOrigin): B
  post(post: Post, origin: Origin): Post
  profile<P extends PlatformProfile>(profile: P, origin: Origin): P
  /** An image that belongs to no post, such as that of a link's preview. */
  image(url: string | null, origin: Origin): string | null
}

export type MediaUrlsOptions = {
  readonly keys: Pick<MediaKeys, 'seal' | 'subjectOf'>
  /** In place of the URL of a platform. */
  readonly steady?: SteadyUrls
  /** Called with an image whose URL at the platform ends. */
  readonly onEnding?: (key: MediaKey) => void
  /** Called with each image that is named in what was fetched for a license, the URL of its account, and the handle of
   * the page that names it. */
  readonly onNamed?: (
    key: MediaKey,
    licenseId: string,
    named: { readonly account: string | null; readonly handle: string | undefined },
  ) => void
  /** What the sealed part is appended to, with a slash at its end. */
  readonly base: string
  /** Of images that can be rendered, in pixels, the smallest first; none if they cannot. */
  readonly widths: () => readonly number[]
}

/** Platforms whose URLs end even if they do not say when. */
const ENDING: ReadonlySet<string> = new Set(['instagram', 'facebook', 'threads', 'tiktok', 'telegram'])

/** What an image belongs to, by the URLs of their pages. `isNamed`: whether the account is known for sure. */
type Owner = { readonly post: string | null; readonly account: string | null; readonly isNamed?: boolean }

/** The URL of the service for one of a platform. `place`: the image's in its post or profile. An image that is in several
 * places has one URL, so that a browser loads it once. */
type UrlOf = (url: string, place: string) => string

/** An image, or a looping video that is an image file. Videos are never passed on. */
const isImage = ({ type, url }: Media): boolean =>
  type === 'image' || (type === 'gif' && /\.(?:gif|webp)$/i.test(URL.parse(url ?? '')?.pathname ?? ''))

export const createMediaUrls = ({
  keys,
  base,
  onEnding,
  onNamed,
  steady = (url) => url,
  widths,
}: MediaUrlsOptions): MediaUrls => {
  const urlsFor = ({ platform, reach, licenseId, handle }: Origin, { post, account, isNamed = true }: Owner): UrlOf => {
    const of = { reach, platform, post: keys.subjectOf(post), account: keys.subjectOf(account) }
    // One that is too long to be sealed stays as it is.
    const make = (given: string, place: string): string => {
      const url = steady(given, reach)
      const key = { ...of, ...(isNamed ? { source: { post, account, place } } : {}), url }
      if (licenseId !== undefined) onNamed?.(key, licenseId, { account, handle })
      if (onEnding && (ENDING.has(platform) || expiryOf([url]) !== null)) onEnding(key)
      const sealed = keys.seal(key)
      return sealed === undefined ? given : base + sealed
    }
    const made = new Map<string, string>()
    return (url, place) => {
      const known = made.get(url) ?? make(url, place)
      made.set(url, known)
      return known
    }
  }

  const image = (url: string | null, urlOf: UrlOf, place: string): string | null =>
    url === null ? null : urlOf(url, place)

  const ownerOf = ({ url }: Author, { profileUrl = null }: Origin): Owner =>
    url === null ? { post: null, account: profileUrl, isNamed: false } : { post: null, account: url }

  const author = <A extends Author | null>(given: A, origin: Origin): A =>
    given === null
      ? given
      : { ...given, avatarUrl: image(given.avatarUrl, urlsFor(origin, ownerOf(given, origin)), 'avatar') }

  const reference = (given: PostReference | null, origin: Origin): PostReference | null =>
    given && { ...given, author: author(given.author, origin) }

  const html = (given: string | null, urlOf: UrlOf): string | null => {
    let count = 0
    return given && imagesIn(given, (url) => urlOf(url, `html ${count++}`))
  }

  /** No image is enlarged. One that moves may stand still in other sizes. */
  const sizesOf = ({ type, width }: Media): number[] =>
    type === 'gif' ? [] : widths().filter((each) => width === null || each <= width)

  const media = (given: Post['media'][number], at: number, urlOf: UrlOf): Post['media'][number] => {
    const url = isImage(given) ? image(given.url, urlOf, `image ${at}`) : null
    const previewUrl = image(given.previewUrl, urlOf, `preview ${at}`)
    if (url === null) return { ...given, previewUrl }
    return { ...given, previewUrl, url, sizes: url === given.url ? [] : sizesOf(given), expiresAt: null }
  }

  const urls: MediaUrls = {
    page(body, of) {
      const origin = { ...of, platform: body.platform, handle: body.handle, profileUrl: body.profile.url }
      return {
        ...body,
        profile: urls.profile(body.profile, origin),
        posts: body.posts.map((post) => urls.post(post, origin)),
      }
    },
    post(post, origin) {
      // What a repost shows belongs to the original post.
      const of = post.repostOf ?? post
      const owner = { post: of.url, account: of.author?.url ?? post.author?.url ?? origin.profileUrl ?? null }
      const urlOf = urlsFor(origin, owner)
      return {
        ...post,
        author: author(post.author, origin),
        media: post.media.map((each, at) => media(each, at, urlOf)),
        link: post.link && { ...post.link, imageUrl: image(post.link.imageUrl, urlOf, 'card') },
        html: html(post.html, urlOf),
        repostOf: reference(post.repostOf, origin),
        replyTo: reference(post.replyTo, origin),
        quoteOf: reference(post.quoteOf, origin),
      }
    },
    profile(profile, origin) {
      const urlOf = urlsFor(origin, { post: null, account: profile.url })
      return {
        ...profile,
        owner: author(profile.owner, origin),
        movedTo: author(profile.movedTo, origin),
        avatarUrl: image(profile.avatarUrl, urlOf, 'avatar'),
        bannerUrl: image(profile.bannerUrl, urlOf, 'banner'),
        bio: { ...profile.bio, html: html(profile.bio.html, urlOf) },
      }
    },
    image: (url, origin) => image(url, urlsFor(origin, { post: null, account: null }), 'card'),
  }
  return urls
}
