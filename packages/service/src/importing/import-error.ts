// The file as a whole cannot be taken: what is wrong with it, and what to do about it. Holds nothing of a key.

export class ImportError extends Error {
  /** What the operator can do. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.name = 'ImportError'
    this.advice = advice
  }
}
