import { ApiError } from '../../errors.ts'

/** `invalid_request` with what is wrong with one field of the request. */
export const wrongField = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })
