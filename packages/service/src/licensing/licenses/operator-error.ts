// An operator's mistake, reported by the command line and the admin API. Never sent to clients of the API, and never
// contains a key or a secret.

export type OperatorErrorCode = 'not_found' | 'invalid' | 'conflict'

export class OperatorError extends Error {
  readonly code: OperatorErrorCode
  /** The input field that is wrong, if it is one. */
  readonly field: string | undefined

  constructor(code: OperatorErrorCode, message: string, field?: string) {
    super(message)
    this.name = 'OperatorError'
    this.code = code
    this.field = field
  }
}
