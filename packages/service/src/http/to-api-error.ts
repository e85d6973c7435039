// Anything thrown → the error that the client gets. Unexpected errors become `internal_error` and are logged.

import type { FastifyError } from 'fastify'
import { ApiError, type ErrorCode } from '../errors.ts'
import { StoreError } from '../storage/store-error.ts'
import { problemSentence } from './problem-sentence.ts'

/** Fastify's own errors (https://fastify.dev/docs/latest/Reference/Errors/), by code. */
const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

const WRONG_LENGTH = [{ field: 'content-length', message: 'does not match the length of the body' }]
const STORE_RETRY_AFTER_SECONDS = 2

export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof StoreError) return ofStore(error)
  if (isFastifyError(error)) {
    if (error.validation) return new ApiError('invalid_request', { details: fieldProblems(error), cause: error })
    if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
      return new ApiError('invalid_request', { details: WRONG_LENGTH, cause: error })
    const code = FRAMEWORK[error.code] ?? (error instanceof SyntaxError ? 'invalid_json' : undefined)
    if (code) return new ApiError(code, { cause: error })
    if (error.statusCode === 400) return new ApiError('invalid_json', { cause: error })
  }
  return new ApiError('internal_error', { cause: error })
}

/** A value that the store rejects should have been refused before: a fault of the service, which is not retryable. */
const ofStore = (cause: StoreError): ApiError =>
  cause.kind === 'rejected'
    ? new ApiError('internal_error', { retryable: false, cause })
    : new ApiError('unavailable', { retryAfterSeconds: STORE_RETRY_AFTER_SECONDS, cause })

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error)

const fieldProblems = ({ validation = [] }: FastifyError) => {
  const problems = validation.map(({ keyword, instancePath, params }) => ({
    field: [instancePath.slice(1).replaceAll('/', '.'), params.missingProperty].filter(Boolean).join('.') || 'body',
    message: problemSentence(keyword, params),
  }))
  return problems.filter(({ field }, at) => problems.findIndex((other) => other.field === field) === at)
}
