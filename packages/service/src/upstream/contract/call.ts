// What a platform asks of the network and what it gets. The engine signs, counts, calls and judges in between: a platform
// holds no secret, and sees only answers that are none of its declared refusals.

export type Fields = Readonly<Record<string, string>>

export type Call = {
  readonly url: string | URL
  /** Added to the address; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Makes a POST that reads all the same. No redirect takes it along. */
  readonly body?: { readonly json: unknown } | { readonly form: Fields }
  readonly headers?: Fields
  /** Sent as `Accept`; JSON before anything else when absent. */
  readonly accept?: string
  /** Sent as `User-Agent` in place of the service's own, where a page is shown to browsers alone; a signature's wins. */
  readonly userAgent?: string
  /** What the call takes of the source's declared buckets: 1 of each when absent, a number of each, or by name; a function
   * where the price is known by the answer alone. Buckets are reserved at 1 then, and settled afterwards. */
  readonly cost?: number | Readonly<Record<string, number>> | ((response: Response) => number)
  /** The limit that the answer's header fields tell of, where a source has several: its endpoints' own, say. */
  readonly bucket?: string
  /** What `absent` means here: `profile_not_found` (when absent) or `post_not_found`. */
  readonly about?: 'profile' | 'post'
  /** The start of the body will do where the whole is larger than is allowed: `isCutAnswer` says which it is. */
  readonly mayBeCut?: boolean
  /** Keeps the answer with its validators: a 304 (RFC 9110, section 15.4.5) gives it again, and later pages of one walk get
   * it without a call while a page would be fresh. */
  readonly revalidate?: boolean
  /** `answer`: a redirect comes back as the answer instead of being followed, where it means something. */
  readonly redirect?: 'follow' | 'answer'
  /** Statuses that mean something here: they come back as answers instead of being judged. */
  readonly answers?: readonly number[]
}

/** An answer of an upstream, whole: decoded, bounded, signatures taken out. To be read until the method that asked is done: then its
 * memory is given back. */
export type Response = {
  readonly status: number
  /** The address that answered, after redirects, unsigned. */
  readonly url: string
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Fields
  /** The body as text by its declared or sniffed charset. */
  text(): string
  /** The body as JSON: depth ≤ 64, no `__proto__`. Throws Refused (`broken`) when it is anything else. */
  json(): unknown
}

/** The only way out. Two asks of one call within one fetch are one call. Throws Refused for whatever the answer means that
 * is not an answer, and ApiError for what is no answer at all. */
export type Send = (call: Call) => Promise<Response>
