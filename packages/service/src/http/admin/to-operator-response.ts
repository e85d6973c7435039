// What an operator got wrong → the error of the table that says so, with the field where it is one.

import { ApiError, type ErrorCode } from '../../errors.ts'
import { OperatorError, type OperatorErrorCode } from '../../licensing/licenses/operator-error.ts'

const CODES: Readonly<Record<OperatorErrorCode, ErrorCode>> = {
  not_found: 'not_found',
  invalid: 'invalid_request',
  conflict: 'conflict',
}

/** Anything else is left as it is. */
export const toOperatorResponse = (error: unknown): unknown => {
  if (!(error instanceof OperatorError)) return error
  const { code, message, field, cause } = error
  // What a field names and is not there is a wrong field: the address itself was right.
  if (field === undefined && code !== 'invalid') return new ApiError(CODES[code], { message, cause })
  return new ApiError('invalid_request', { details: [{ field: field ?? 'body', message }], cause })
}
