// The media proxy: the URLs that responses name, the images behind them, and a network of its own, so that images never
// wait for scans, nor scans for images.

import type { Egress } from '../egress/egress.ts'
import type { PlatformProfile, Post, Profile } from '../post/post.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { GoneProfilesOptions } from '../scanning/gone-profiles.ts'
import type { StoreLeases } from '../scanning/store-lease.ts'
import type { Act } from '../storage/store.ts'
import { type ConnectionReach, keyWithin, type Reach } from '../upstream/contract/reach.ts'
import { type CopiesOptions, createCopies } from './copies.ts'
import { createGoneImages, type GoneImages, type Teller } from './gone-images.ts'
import type { MediaHome } from './home/media-home.ts'
import type { ImagePayers } from './image-payers.ts'
import { createImages, type Images } from './images.ts'
import { lastingName } from './lasting-name.ts'
import {
  createMediaKeys,
  MEDIA_PREFIX,
  type MediaKey,
  type MediaKeysOptions,
  type MediaSource,
  NO_SUBJECT,
  type Subject,
  subjectOf,
} from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import { tagsOf } from './media-purges.ts'
import { type CurrentImage, createMediaRenewals, type MediaOwner, type MediaRenewalsOptions } from './media-renewals.ts'
import { createMediaUrls, type MediaUrls, type PageOrigin } from './media-urls.ts'
import { createOnce } from './once.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { RenderedFormat } from './rendering/rendering.ts'
import { createSteadyUrls } from './steady-urls.ts'

const CHARGED = 20_000
const CHARGED_MS = 3_600_000

export type PageBody = {
  readonly platform: string
  readonly handle: string
  readonly variant: string
  readonly profile: Profile
  readonly posts: readonly Post[]
}

/** What is at the URL of a post or an account now. */
export type Found = { readonly post: Post } | { readonly profile: PlatformProfile }

/** `foundAt`: in milliseconds since the epoch. */
export type SaidOfPost = { readonly foundAt: number } | { readonly refusal: unknown }

export type MediaProxy = {
  readonly urls: MediaUrls
  readonly gone: GoneImages
  readonly images: Images
  /** The body of a page with the URLs of the service. Images of what its platform returned are served again. */
  servePage(body: PageBody, origin: PageOrigin): PageBody
  /** Records what a platform said when it was asked for the post with these spellings of its URL. */
  notePost(urls: readonly string[], teller: Teller, said: SaidOfPost): Promise<void>
  /** Records that a profile is gone, by the last page of it. The posts of a community are gone with it; those of a list
   * are not. */
  loseProfile(body: PageBody, reach: Reach): void
  /** For `Cache-Tag`, of everything that the image belongs to; undefined if there is no such image. */
  tagsOf(sealed: string): string | undefined
  /** Finds out whether images can be rendered. Returns why not, or undefined. */
  start(): Promise<string | undefined>
  /** Deletes copies that must not be kept any more. */
  sweep(): Promise<void>
  /** Deletes the copies of an account that was disconnected, in the background. `forGood`: the act that says so, also after a restore; an
   * account whose owner may connect it again has none. */
  forgetConnection(id: ConnectionReach, forGood?: Act): Promise<void>
  /** Finishes what is being fetched, stops what is being rendered, and closes the network. */
  close(): Promise<void>
}

export type MediaProxyOptions = MediaKeysOptions &
  Omit<CopiesOptions, 'home' | 'keys' | 'gone'> &
  Pick<MediaRenewalsOptions, 'perMinute' | 'pagesKeptMs' | 'onFault'> &
  Pick<GoneProfilesOptions, 'store' | 'onStoreError'> & {
    /** undefined if the service keeps no copies. */
    readonly home: MediaHome | undefined
    /** Names the place of the copies among those of other processes. */
    readonly place: string
    readonly leases: StoreLeases
    /** Whether what is read about the handle may say something about the URL. */
    readonly isOwnUrl: (platform: string, handle: string, url: string) => boolean
    /** Whether no other handle can claim the account with this URL. */
    readonly isOwnAccount: (platform: string, handle: string, url: string) => boolean
    /** Reads what is at the URL of a post or an account now. Rejects with ApiError. */
    readonly readAgain: (owner: MediaOwner, signal: AbortSignal) => Promise<Found>
    /** Where the URLs begin: an origin and perhaps a path, without a slash at its end. */
    readonly baseUrl: string
    readonly marks: MediaMarks
    /** Whether what was read through a connected account may still be shown. */
    readonly mayShow: (connection: ConnectionReach) => Promise<boolean>
    /** With `MEDIA_EGRESS_LIMITS`. */
    readonly egress: Egress
    readonly renderer: Renderer
    /** For which licenses images are fetched, and the bytes that are charged to them. */
    readonly payers: ImagePayers
    readonly charge: (licenseId: string, bytes: number) => void
    /** Of sized images, in pixels, the smallest first. */
    readonly widths: readonly number[]
    readonly formats: readonly RenderedFormat[]
    /** Milliseconds of a monotonic clock. */
    readonly elapsed: () => number
  }

/** All images of a post or profile itself, at the URLs of the platform. */
const imagesOf = (found: Found, { platform, reach }: MediaOwner): readonly CurrentImage[] => {
  const images: CurrentImage[] = []
  const isOwn = ({ post, account }: MediaSource): boolean =>
    'post' in found ? post !== null : account === found.profile.url
  const seal = ({ url, source }: MediaKey): undefined => {
    if (source && isOwn(source)) images.push({ place: source.place, url })
  }
  const urls = createMediaUrls({ keys: { seal, subjectOf }, base: '', widths: () => [] })
  if ('post' in found) urls.post(found.post, { platform, reach })
  else urls.profile(found.profile, { platform, reach })
  return images
}

/** A part of a page, which has the same subject as the page. */
const hasFragment = (url: string): boolean => (URL.parse(url)?.hash ?? '#') !== ''

const subjectsOf = (urls: readonly string[]): readonly Subject[] => {
  const subjects = urls.filter((url) => !hasFragment(url)).map(subjectOf)
  return subjects.filter((subject, at) => subjects.findIndex((other) => other.equals(subject)) === at)
}

export const createMediaProxy = (options: MediaProxyOptions): MediaProxy => {
  const { baseUrl, egress, renderer, widths, home, leases, place, readAgain, payers, charge, isOwnUrl, isOwnAccount } =
    options
  const { elapsed } = options
  const keys = createMediaKeys(options)
  const gone = createGoneImages(options)
  const copies = home && createCopies({ ...options, home, keys, gone })
  const read = async (owner: MediaOwner, signal: AbortSignal) => {
    const found = await readAgain(owner, signal)
    if ('post' in found) gone.restore(subjectOf(owner.url), owner, Date.parse(found.post.source.retrievedAt))
    return imagesOf(found, owner)
  }
  /** What was charged for within the hour: an image of which no copy may be kept is fetched for each visitor. */
  const charged = createLru<number>(CHARGED)
  const payFor = async (key: MediaKey, bytes: number): Promise<void> => {
    const licenseId = await payers.find(key)
    if (licenseId !== undefined) charge(licenseId, bytes)
  }
  const paying = createSlotSet<Promise<void>>()
  const onFetched = (key: MediaKey, bytes: number): void => {
    const name = keyWithin(key.reach, lastingName(key.url))
    if (elapsed() - (charged.get(name) ?? Number.NEGATIVE_INFINITY) < CHARGED_MS) return
    charged.set(name, elapsed())
    const slot = paying.add(payFor(key, bytes).finally(() => paying.remove(slot)))
  }
  const renewals = createMediaRenewals({ ...options, gone, read })
  const images = createImages({
    ...options,
    ...{ keys, copies, gone, renewals, onFetched },
    once: createOnce(leases, place),
  })
  let dropped: Promise<unknown> = Promise.resolve()
  const urls = createMediaUrls({
    ...{ keys, base: `${baseUrl}${MEDIA_PREFIX}/`, onEnding: images.copySoon, steady: createSteadyUrls(options.now) },
    onNamed: (key, licenseId, { account, handle }) =>
      payers.note(
        key,
        licenseId,
        account !== null && handle !== undefined && isOwnAccount(key.platform, handle, account),
      ),
    widths: () => (renderer.isAvailable ? widths : []),
  })
  /** The server of a page may claim anything about the URLs of others. */
  const isOwn = ({ platform, handle }: PageBody, url: string | null): boolean =>
    url !== null && !hasFragment(url) && isOwnUrl(platform, handle, url)
  return {
    urls,
    images,
    gone,
    servePage(body, origin) {
      const { platform, profile, posts } = body
      if (!gone.isEmpty) {
        for (const { url, source } of [profile, ...posts])
          if (isOwn(body, url))
            gone.restore(subjectOf(url), { platform, reach: origin.reach }, Date.parse(source.retrievedAt))
      }
      return urls.page(body, origin)
    },
    async notePost(spellings, teller, said) {
      if ('foundAt' in said && gone.isEmpty) return
      for (const subject of subjectsOf(spellings)) {
        if ('foundAt' in said) gone.restore(subject, teller, said.foundAt)
        else await gone.refuse(subject, teller, said.refusal)
      }
    },
    loseProfile(body, reach) {
      const { platform, profile, posts } = body
      const lost = profile.kind === 'community' ? posts : []
      for (const { url } of [profile, ...lost]) if (isOwn(body, url)) gone.mark(subjectOf(url), { platform, reach })
    },
    tagsOf(sealed) {
      const key = keys.open(sealed)
      return key && tagsOf(keys.subjectsOf(key).filter((subject) => !subject.equals(NO_SUBJECT)))
    },
    start: renderer.start,
    async forgetConnection(id, forGood) {
      if (forGood) await options.marks.forget(keys.subjectOf(id), forGood)
      // Takes long, and nothing may wait for it: changes of other processes are applied one after the other.
      dropped = Promise.all([dropped, copies?.drop(id)])
    },
    sweep: async () => copies?.sweep(),
    async close() {
      await renderer.close()
      await images.idle()
      await Promise.all(paying)
      await payers.idle()
      await leases.idle()
      await dropped
      await egress.close()
    },
  }
}
