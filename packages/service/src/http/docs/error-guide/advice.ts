// What a page of the documents says about one code.

export type Advice = {
  /** What has happened, in whole sentences. Backticks mark code. */
  readonly happened: string
  /** What a client should do: whether to ask again, when, and which header tells. */
  readonly todo: string
}
