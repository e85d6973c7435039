// What the store keeps of requests that are answered once: the same request sent again gets the answer that was given.
// Times are milliseconds since the epoch.

/** For so long the same request gets the same answer. */
export const ANSWER_KEPT_MS = 24 * 3_600_000

export type ResponseRecord = {
  /** Of the request; no other one that is kept has it. */
  readonly key: string
  /** The request and its answer, sealed under a secret that the store does not hold. */
  readonly sealed: string
  readonly givenAt: number
}

/** The answer to whoever asked for something to be made, where it is to be kept. */
export type Answering<T> = (made: T) => ResponseRecord | undefined
