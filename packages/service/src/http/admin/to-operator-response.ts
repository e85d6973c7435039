// Operator errors → API errors, with the field where there is one.

import { ApiError, type ErrorCode } from '../../errors.ts'
import { OperatorError, type OperatorErrorCode } from '../../licensing/licenses/operator-error.ts'

const CODES: Readonly<Record<OperatorErrorCode, ErrorCode>> = {
  not_found: 'not_found',
  invalid: 'invalid_request',
  conflict: 'conflict',
}

/** Returns any other error as it is. */
export const toOperatorResponse = (error: unknown): unknown => {
  if (!(error instanceof OperatorError)) return error
  const { code, message, field, cause } = error
  // If a field names something unknown, the field is wrong: the URL itself was right.
  if (field === undefined && code !== 'invalid') return new ApiError(CODES[code], { message, cause })
  return new ApiError('invalid_request', { details: [{ field: field ?? 'body', message }], cause })
}
