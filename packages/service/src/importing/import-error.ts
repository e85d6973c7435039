// The file as a whole cannot be imported: the reason, and what to do about it. Never contains a key.

export class ImportError extends Error {
  /** What the operator can do. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.name = 'ImportError'
    this.advice = advice
  }
}
