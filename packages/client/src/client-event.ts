// Events for a log: paths, codes, times and ids, but no keys, tokens, handles or posts.

export type ClientEvent =
  /** A request has ended; `code` is set if it failed. */
  | {
      readonly name: 'answer'
      readonly path: string
      readonly status: number | undefined
      readonly code: string | undefined
      readonly requestId: string | undefined
      readonly milliseconds: number
    }
  /** The request is retried after a delay. */
  | { readonly name: 'repeat'; readonly code: string; readonly tries: number; readonly waitMs: number }
  /** The key was rejected, and is not sent again for this time. */
  | { readonly name: 'key_refused'; readonly code: string; readonly seconds: number }
  /** The token store failed; the client continues without it. */
  | { readonly name: 'store_failed'; readonly error: unknown }

export type Tell = (event: ClientEvent) => void

/** Ignores exceptions of the log. */
export const ignoreErrors =
  (tell: Tell | undefined): Tell =>
  (event) => {
    try {
      tell?.(event)
    } catch {}
  }
