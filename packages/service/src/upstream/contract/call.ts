// What a platform requests from the network, and what it receives. The engine signs, counts, sends and judges each
// call. A platform holds no secret, and sees only responses that match none of its declared refusals.

export type Fields = Readonly<Record<string, string>>

export type Call = {
  /** `{own}` in the path or the query is the account that the credential acts as. */
  readonly url: string | URL
  /** Added to the URL; undefined fields are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Makes the call a POST; it must still only read. A redirect never carries the body along. */
  readonly body?: { readonly json: unknown } | { readonly form: Fields }
  readonly headers?: Fields
  /** Sent as `Accept`. When absent, JSON is preferred. */
  readonly accept?: string
  /** Sent as `User-Agent` in place of the service's own, for pages that are shown to browsers only. A signature's user
   * agent wins. */
  readonly userAgent?: string
  /** What the call costs in the source's declared buckets: 1 in each when absent, a number for each, or a number by
   * bucket name. A bucket that pays only for some kinds is left out, unless the call names it. A function where only the response tells the price: 1 is reserved in each bucket, and the rest is
   * charged afterwards. */
  readonly cost?: number | Readonly<Record<string, number>> | ((response: Response) => number)
  /** The limit that the response's header fields describe, if the source has several: one for each endpoint, for
   * example. */
  readonly bucket?: string
  /** The value that the call uses of the source's buckets with `distinct`, in one spelling. */
  readonly distinct?: string
  /** Signs only with a credential that acts as this account. */
  readonly as?: string
  /** What `absent` means here: `profile_not_found` (when absent) or `post_not_found`. */
  readonly about?: 'profile' | 'post'
  /** Accepts the start of a body that is larger than allowed. `isCutResponse` says whether the body was cut. */
  readonly mayBeCut?: boolean
  /** Caches the response with its validators: a 304 (RFC 9110, section 15.4.5) returns it again. Later pages of one
   * walk get it without a call while a page would be fresh. */
  readonly revalidate?: boolean
  /** `answer`: returns a redirect as the response instead of following it, where it has a meaning. */
  readonly redirect?: 'follow' | 'answer'
  /** Statuses that have a meaning here: returned as responses instead of being judged. */
  readonly answers?: readonly number[]
}

/** A complete response of an upstream: decoded, bounded, with signatures removed. Read it before the method that
 * requested it returns: its memory is freed then. */
export type Response = {
  readonly status: number
  /** The URL that responded, after redirects, without signatures. */
  readonly url: string
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Fields
  /** The body as text by its declared or sniffed charset. */
  text(): string
  /** The body as JSON: depth ≤ 64, no `__proto__`. Throws Refused (`broken`) when it is anything else. */
  json(): unknown
}

/** The only way to the network. Two equal calls within one fetch are sent once. Throws Refused for a response that
 * means a refusal, and ApiError when there is no response. */
export type Send = (call: Call) => Promise<Response>
