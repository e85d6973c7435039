// What an operator is told about a mistake, by the command line and the admin API. Never seen by clients of the API, and
// never holds a key or a secret.

export type OperatorErrorCode = 'not_found' | 'invalid' | 'conflict'

export class OperatorError extends Error {
  readonly code: OperatorErrorCode
  /** Which of the things that were given is wrong, where it is one. */
  readonly field: string | undefined

  constructor(code: OperatorErrorCode, message: string, field?: string) {
    super(message)
    this.name = 'OperatorError'
    this.code = code
    this.field = field
  }
}
