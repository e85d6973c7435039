// The return value of the client's methods: a promise of the data, which also provides the metadata of the response.

import type { AnswerMeta } from './answer-meta.ts'

export type Answer<Data> = { readonly data: Data; readonly meta: AnswerMeta }

/** Resolves to the data. */
export class Call<Data> extends Promise<Data> {
  /** `then`, `catch` and `finally` return plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  readonly #response: Promise<Answer<Data>>

  constructor(response: Promise<Answer<Data>>) {
    super((resolve, reject) => {
      response.then(({ data }) => resolve(data), reject)
    })
    this.#response = response
  }

  /** Returns the data with the metadata of its response: quota, cache status and request ID. */
  withMeta(): Promise<Answer<Data>> {
    // The returned promise reports the error. Without this, an unhandled rejection of this one would be reported too.
    this.catch(() => {})
    return this.#response
  }
}
