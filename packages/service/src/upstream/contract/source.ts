// Where posts may be read: an API, a feed. A source reads an account and pages of posts; everything around it is the
// engine's.

import type { PlatformPost, Profile, SourceKind } from '../../post/post.ts'
import type { Response, Send } from './call.ts'
import type { Limits } from './limits.ts'
import type { FormRow, Refusal } from './refusal.ts'

export type Context<Settings> = {
  readonly send: Send
  readonly settings: Settings
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Lets time pass. Rejects with `platform_timeout` when the fetch's own time is up. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** What each method of a source is called with. `ask` is the former name of `send`, for platforms outside of this tree. */
export type Called<Settings> = Context<Settings> & { readonly ask: Send }

export type AccountRequest<Settings> = Called<Settings> & {
  /** As `canonicalize` returned it. */
  readonly handle: string
  /** The most posts of a page: what is told beside a first page costs no call of its own when it is asked for alike. */
  readonly limit: number
}

/** Whose posts they are. Held apart from posts, for `accountFreshSeconds`. */
export type Account<Keep = unknown> = {
  /** As the platform numbers its accounts: the same for all spellings, what pages are held under; the handle when it tells
   * none. */
  readonly id: string
  /** The lasting form of the handle, the one to store: `canonicalize` takes it. The handle that was asked for when absent. */
  readonly handle?: string
  readonly profile: Profile
  /** What pages of posts need of it; small, since it is held. */
  readonly keep: Keep
}

export type PostsRequest<Settings, Keep = unknown> = AccountRequest<Settings> & {
  readonly variant: string
  /** Where the page before ended (its `next`, in this source's own words); undefined for the first page. */
  readonly after: string | undefined
  /** Asked for when it is needed: the engine reads it beside the posts in any case. */
  readonly account: () => Promise<Account<Keep>>
}

export type Posts = {
  /** Newest first as the platform gives them, at most `limit`. May be few, or none, while `next` is there. */
  readonly posts: readonly PlatformPost[]
  /** At most 2,000 characters; it is sealed before a client sees it. It points at a post, or `walk` remembers for it, so that
   * new posts shift nothing. undefined on the last page. */
  readonly next: string | undefined
  /** Something of the posts could not be read this time (what they were enriched with): the page is fresh for less long. */
  readonly partial?: boolean
}

/** The parts of the address of a post. */
export type PostMatch = Readonly<Record<string, string>>

export type PostRequest<Settings> = Called<Settings> & {
  /** The post's address in its own form. */
  readonly url: URL
  /** The parts of the address, as the pattern names them. */
  readonly match: PostMatch
  /** Whose credential signs, by their canonical handles, where the source has `ownerOfPost`: one account, or several that the
   * same credential was given for. None of any other source. */
  readonly accounts: readonly string[]
}

export type PostResponse = {
  readonly post: PlatformPost
  /** The raw answer of the platform, as it came. */
  readonly answer: Response
}

export type FindPostRequest<Settings> = Called<Settings> & {
  /** The address that answered, after redirects. */
  readonly url: URL
  /** What is there: text, 2xx. It need not be fetched again. */
  readonly page: Response
}

/** A post of the platform that its API keeps to itself: the page is all that can be told. */
export type UntoldPost = { readonly post: null }

export type Source<Settings = unknown, Keep = unknown> = {
  /** `api`, `feed`: short, since positions carry it. */
  readonly id: string
  readonly provenance: SourceKind
  /** The kind that signs its calls; `optional` where it also works without. */
  readonly credential?: string | { readonly optional: string }
  /** Those that it serves; all when absent. */
  readonly variants?: readonly string[]
  /** Read before the plain statuses. */
  readonly refusals?: readonly Refusal[]
  /** What every refusal of its own holds, any of these: by it a refusal is told from one by whatever stands in front of the
   * platform. A row that does not look inside, and a plain status, mean `absent`, `hidden` or `closed` only in this form. Absent
   * where the source has no form of its own: a feed, a page. */
  readonly refusalForm?: readonly FormRow[]
  readonly limits?: Limits
  /** How long an account is held; as long as a page is fresh when absent. */
  readonly accountFreshSeconds?: number
  /** Throws Refused, ApiError. */
  account(request: AccountRequest<Settings>): Promise<Account<Keep>>
  /** Throws Refused, ApiError. */
  posts(request: PostsRequest<Settings, Keep>): Promise<Posts>
  /** One post by its address. Throws Refused (`absent`, `hidden`), ApiError. */
  post?(request: PostRequest<Settings>): Promise<PostResponse>
  /** Of a source that tells accounts their own posts alone: who has published the post by its address, as `canonicalize`
   * returns it; undefined where the address does not say. That account is asked then, with its own credential; otherwise the
   * connected ones one after the other, until one has the post. `absent` and `closed` say that it is none of theirs; where all say `absent`,
   * it is `post_not_found`. */
  ownerOfPost?(match: PostMatch): string | undefined
  /** The post that a page is, at an address that no pattern of anybody knows, found by asking with at most one call before it is known;
   * undefined when it is no post of this platform. */
  findPost?(request: FindPostRequest<Settings>): Promise<PostResponse | UntoldPost | undefined>
}
