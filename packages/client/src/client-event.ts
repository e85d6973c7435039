// What the client tells a log: paths, codes, times and ids. Never a key, a token, a handle or a post.

export type ClientEvent =
  /** An answer, good or bad; `code` is that of a bad one. */
  | {
      readonly name: 'answer'
      readonly path: string
      readonly status: number | undefined
      readonly code: string | undefined
      readonly requestId: string | undefined
      readonly milliseconds: number
    }
  /** The same request is sent again after a wait. */
  | { readonly name: 'repeat'; readonly code: string; readonly tries: number; readonly waitMs: number }
  /** The key was refused, and is not sent again for so long. */
  | { readonly name: 'key_refused'; readonly code: string; readonly seconds: number }
  /** The store of tokens failed; the client goes on without it. */
  | { readonly name: 'store_failed'; readonly error: unknown }

export type Tell = (event: ClientEvent) => void

/** What a log does wrong is no fault of the call. */
export const safely =
  (tell: Tell | undefined): Tell =>
  (event) => {
    try {
      tell?.(event)
    } catch {}
  }
