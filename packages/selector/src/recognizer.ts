// Finds out what a pasted text names: through a function of the page, or through the page's backend.

import { LoadError } from './load-failure.ts'
import { dataOf } from './source.ts'

/** The body of `recognize`. */
export type RecognizeRequest = { readonly text: string }

export type Match = {
  readonly platform: string
  /** Name of the platform. */
  readonly name: string
  /** The canonical handle. */
  readonly handle: string
  /** Which posts of it. */
  readonly variant: string
  /** Whether it can be scanned now. */
  readonly state: string
}

/** The `data` of `recognize`. */
export type Recognized = {
  /** The likeliest first. */
  readonly matches: readonly Match[]
  /** Platforms that have it where nobody can read it, with the reason. */
  readonly unsupported: readonly { readonly says: string }[]
}

/** `client.recognize` of the typed client has this signature. */
export type RecognizeFunction = (
  request: RecognizeRequest,
  options: { readonly signal: AbortSignal },
) => PromiseLike<Recognized>

/** A function, or a URL that receives the request by POST as JSON and responds in the service's envelope. */
export type Recognizer = RecognizeFunction | string

const asRecognized = (found: unknown): Recognized => {
  const { matches, unsupported } = Object(found) as Partial<Recognized>
  if (!Array.isArray(matches) || !Array.isArray(unsupported)) throw new LoadError({ code: 'page_unexpected' })
  return { matches, unsupported }
}

/** Rejects with the error of the recognizer, or with a LoadError if the result has another form. */
export const recognizeWith = async (recognizer: Recognizer, text: string, signal: AbortSignal): Promise<Recognized> => {
  const request = { text }
  return asRecognized(
    typeof recognizer === 'string' ? await dataOf(recognizer, request, signal) : await recognizer(request, { signal }),
  )
}
