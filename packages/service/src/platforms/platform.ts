// The contract of a platform: metadata and a few small functions. A platform sees only this, the normalizing
// functions and the HTTP client handed to it; it opens no socket, keeps no state, reads no clock and no environment.

import type { Static, TObject } from 'typebox'
import type { PlatformPost, Profile, SourceKind } from '../post/post.ts'
import type { PostAddresses } from './contract/platform.ts'

/** An answer of an upstream, whole: decoded, bounded, redirects followed. Any status comes back; a platform judges it. */
export type HttpAnswer = {
  readonly status: number
  /** The address that answered, after redirects. */
  readonly url: string
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text by its declared or sniffed charset. */
  text(): string
  /** The body as JSON: depth ≤ 64, no `__proto__`. Throws `platform_error` when it is anything else. */
  json(): unknown
}

export type HttpRequest = {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `Accept`; the client has a default. */
  readonly accept?: string
}

/** The only way out. GET through the guarded egress, with the engine's deadline, retries, breaker and metrics on it.
 * Throws ApiError: `platform_timeout`, `platform_error` (unreachable, broken answer), `platform_rate_limited`,
 * `link_blocked` or `handle_malformed` where the host came from the caller and may not be fetched. */
export type PlatformHttp = {
  get(url: string | URL, request?: HttpRequest): Promise<HttpAnswer>
}

export type PlatformContext<Settings> = {
  readonly http: PlatformHttp
  readonly settings: Settings
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Short shared memory (as long as a page is fresh) for what all pages of one profile need, such as an account's id.
   * Concurrent callers share one load; a failed load is not remembered. */
  readonly memo: <T>(key: string, load: () => Promise<T>) => Promise<T>
}

export type PageRequest<Settings> = PlatformContext<Settings> & {
  /** As `canonicalize` returned it. */
  readonly handle: string
  readonly variant: string
  /** Where the page before ended (its `next`); undefined for the first page. */
  readonly after: string | undefined
  /** The most posts that the page may hold. */
  readonly limit: number
  /** Lets time pass. Rejects with `platform_timeout` when the page's own time is up, and at once when nobody waits for the
   * page any more. */
  readonly wait: (milliseconds: number) => Promise<void>
}

export type PlatformPage = {
  readonly profile: Profile
  /** Newest first as the platform gives them, at most `limit`. May be short, or even empty, while `next` is there. */
  readonly posts: readonly PlatformPost[]
  /** The platform's own position behind this page (at most 2,000 characters; it is sealed before a client sees it);
   * undefined on the last page. It must point at a post, not count posts, so that new posts shift nothing. */
  readonly next: string | undefined
  /** Where the posts were read from, when it is not the platform's usual provenance (a feed instead of an API). */
  readonly provenance?: SourceKind
}

export type PostRequest<Settings> = PlatformContext<Settings> & {
  /** The post's address in its own form. */
  readonly url: URL
  /** The parts of the address, as the pattern names them. */
  readonly match: Readonly<Record<string, string>>
}

export type FindPostRequest<Settings> = PlatformContext<Settings> & {
  /** The address that answered, after redirects. */
  readonly url: URL
  /** What is there: text, 2xx. It need not be fetched again. */
  readonly page: HttpAnswer
}

export type PlatformPostAnswer = {
  readonly post: PlatformPost
  /** The raw answer of the platform, as it came. */
  readonly answer: HttpAnswer
  readonly provenance?: SourceKind
}

/** A post of the platform that its API keeps to itself: the page is all that can be told. */
export type UntoldPost = { readonly post: null }

export type Platform<S extends TObject = TObject> = {
  /** The `platform` of a request: lower-case letters and digits. */
  readonly id: string
  readonly name: string
  readonly provenance: SourceKind
  /** Examples of every form of handle that people paste; the first is the canonical one. */
  readonly handles: readonly [string, ...string[]]
  /** Variant → which posts it means. `posts` is the default and always there. */
  readonly variants: Readonly<{ posts: string } & Record<string, string>>
  /** Environment name → string schema with a description; every platform also has `<ID>_BASE_URL` without declaring it. */
  readonly settings: S
  /** What is missing before the platform can be scanned, in words for the operator; undefined when it is ready. */
  readonly missing?: (settings: Static<S>) => string | undefined
  /** Origins of the platform's own API, the same for every caller. Connections to them are kept; every other host comes
   * from a handle and is met with more suspicion. */
  readonly origins?: readonly string[]
  /** Any spelling that people paste → the one handle, or undefined when it is none. Idempotent, pure. */
  readonly canonicalize: (input: string) => string | undefined
  /** One page. Throws ApiError: `profile_not_found`, `profile_private`, `platform_*`. */
  readonly page: (request: PageRequest<Static<S>>) => Promise<PlatformPage>
  /** Addresses of single posts. */
  readonly posts?: PostAddresses
  /** One post by its address. Throws ApiError: `post_not_found`, `profile_private`, `platform_*`. */
  readonly post?: (request: PostRequest<Static<S>>) => Promise<PlatformPostAnswer>
  /** The post that a page is, at an address that no pattern of anybody knows, found by asking with at most one call;
   * undefined when it is no post of this platform. Throws as `post` does. */
  readonly findPost?: (request: FindPostRequest<Static<S>>) => Promise<PlatformPostAnswer | UntoldPost | undefined>
  /** The oEmbed endpoint for the address of a post in its own form, when the platform has one. */
  readonly oembed?: (post: URL) => URL | undefined
}

/** Declares a platform; only gives the literal its type. */
export const platform = <S extends TObject>(definition: Platform<S>): Platform<S> => definition
