// Where posts are read from: an API, a feed. A source reads an account and pages of posts; the engine does everything
// else.

import type { PlatformPost, PlatformProfile, ProfileKind, SourceKind } from '../../post/post.ts'
import type { Response, Send } from './call.ts'
import type { Limits } from './limits.ts'
import type { OwnAccount } from './reach.ts'
import type { FormRow, Refusal } from './refusal.ts'

export type Context<Settings> = {
  readonly send: Send
  readonly settings: Settings
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Lets time pass. Rejects with `platform_timeout` when the fetch's time is up. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** The connected account that is read with its own token; absent for what anybody may see. */
  readonly own?: OwnAccount | undefined
}

/** What each method of a source is called with. `ask` is the former name of `send`, for platforms outside of this tree. */
export type Called<Settings> = Context<Settings> & { readonly ask: Send }

export type AccountRequest<Settings> = Called<Settings> & {
  /** As `canonicalize` returned it. */
  readonly handle: string
  /** The most posts of a page. A source that can read the account and the first page with one call makes the same call
   * for both. */
  readonly limit: number
}

/** The account that published the posts. Cached apart from posts, for `accountFreshSeconds`. */
export type Account<Keep = unknown> = {
  /** The platform's id of the account, the same for all spellings of its handle: the cache key of its pages. The
   * handle, if the platform has no ids. */
  readonly id: string
  /** The permanent form of the handle, the one to store; `canonicalize` accepts it. The requested handle when absent. */
  readonly handle?: string
  readonly profile: PlatformProfile
  /** What pages of posts need from the account. Keep it small: it is cached. */
  readonly keep: Keep
}

export type PostsRequest<Settings, Keep = unknown> = AccountRequest<Settings> & {
  readonly variant: string
  /** Where the previous page ended (its `next`, in this source's own format); undefined for the first page. */
  readonly after: string | undefined
  /** Call it only where the posts depend on the account: the engine reads the account in parallel anyway. */
  readonly account: () => Promise<Account<Keep>>
}

export type Posts = {
  /** Newest first as the platform returns them, at most `limit`. May be few, or none, while there is a `next`. */
  readonly posts: readonly PlatformPost[]
  /** At most 2,000 characters; it is sealed before a client sees it. It points to a post, or `walk` remembers posts for
   * it, so that new posts shift nothing. undefined on the last page. */
  readonly next: string | undefined
  /** Some details of the posts could not be read this time (data that enriches them): the page is fresh for a shorter
   * time. */
  readonly partial?: boolean
}

/** The parts of a post's URL. */
export type PostMatch = Readonly<Record<string, string>>

export type PostRequest<Settings> = Called<Settings> & {
  /** The post's canonical URL. */
  readonly url: URL
  /** The parts of the URL, as the pattern names them. */
  readonly match: PostMatch
  /** The accounts, by canonical handle, whose credential signs, if the source has `ownerOfPost`: one, or several that
   * share a credential. Empty for any other source. */
  readonly accounts: readonly string[]
}

export type PostResponse = {
  readonly post: PlatformPost
  /** The raw response of the platform, as received. */
  readonly answer: Response
}

export type FindPostRequest<Settings> = Called<Settings> & {
  /** The URL that responded, after redirects. */
  readonly url: URL
  /** The page there: text, 2xx. It need not be fetched again. */
  readonly page: Response
}

/** A post that the platform's API does not provide: only its page can describe it. */
export type UntoldPost = { readonly post: null }

export type Source<Settings = unknown, Keep = unknown> = {
  /** `api`, `feed`: short, because positions contain it. */
  readonly id: string
  readonly provenance: SourceKind
  /** The kind that signs its calls; `optional` if the source also works without. */
  readonly credential?: string | { readonly optional: string }
  /** The variants that it serves; all when absent. */
  readonly variants?: readonly string[]
  /** The kinds of profile that it serves; all when absent. */
  readonly kinds?: readonly ProfileKind[]
  /** Checked before the plain statuses. */
  readonly refusals?: readonly Refusal[]
  /** What identifies the source's own refusals; one match is enough. It distinguishes them from errors of a proxy in
   * front of the platform: a row that does not look into the body, and a plain status, mean `absent`, `hidden` or
   * `closed` only in this form. Absent if the source has no error format: a feed, a page. */
  readonly refusalForm?: readonly FormRow[]
  readonly limits?: Limits
  /** How long an account is cached; as long as a page is fresh when absent. */
  readonly accountFreshSeconds?: number
  /** Throws Refused, ApiError. */
  account(request: AccountRequest<Settings>): Promise<Account<Keep>>
  /** Throws Refused, ApiError. */
  posts(request: PostsRequest<Settings, Keep>): Promise<Posts>
  /** One post by its URL. Throws Refused (`absent`, `hidden`), ApiError. */
  post?(request: PostRequest<Settings>): Promise<PostResponse>
  /** For a source that shows accounts only their own posts: the account that published the post, as `canonicalize`
   * returns it; undefined when the URL does not say. The engine then requests the post with that account's own
   * credential; otherwise it tries the connected accounts one after the other, until one has the post. `absent` and
   * `closed` mean that the account does not have it; if all say `absent`, the result is `post_not_found`. */
  ownerOfPost?(match: PostMatch): string | undefined
  /** Recognizes the post that a page shows, at a URL that matches no pattern. Makes at most one call before the post is
   * recognized; undefined if the page is not a post of this platform. */
  findPost?(request: FindPostRequest<Settings>): Promise<PostResponse | UntoldPost | undefined>
}
