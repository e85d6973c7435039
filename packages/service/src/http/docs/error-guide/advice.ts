// The documentation of one error code.

export type Advice = {
  /** What happened, in complete sentences. Backticks mark code. */
  readonly happened: string
  /** What the client should do: whether and when to retry, and which header says so. */
  readonly todo: string
}
