// What a method of the client gives: a promise of the data, from which the whole answer can be had, too.

import type { AnswerMeta } from './answer-meta.ts'

export type Answer<Data> = { readonly data: Data; readonly meta: AnswerMeta }

/** Awaited, it is the data. */
export class Call<Data> extends Promise<Data> {
  /** What is chained to it is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  readonly #answer: Promise<Answer<Data>>

  constructor(answer: Promise<Answer<Data>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject)
    })
    this.#answer = answer
  }

  /** The data with what stood on its answer: quota, where it came from, the id of the request. */
  withMeta(): Promise<Answer<Data>> {
    // The error is that of the promise that is given; this one is not waited for.
    this.catch(() => {})
    return this.#answer
  }
}
