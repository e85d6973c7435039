// Assertions for every response of the API.

import assert from 'node:assert/strict'
import { ApiError, ERRORS, type ErrorCode, type ErrorDetails } from '@central-api/service/errors.ts'
import type { TestResponse } from './start-service.ts'

/** What no error may reveal: stacks, files, SQL statements, codes of the framework. */
const INTERNALS =
  /\n\s+at |node:|node_modules|\.ts\b|file:\/\/|\b(?:select|insert|update|delete) .*(?:from|into|set)\b|SQLITE|FST_|ECONN|ENOENT|[/\\](?:src|home|usr|tmp|work)[/\\]/i

export type ExpectedError = {
  readonly code: ErrorCode
  readonly details?: ErrorDetails
  readonly retryAfter?: number
  /** Only if it differs from the default of the code and its details. */
  readonly retryable?: boolean
  readonly allow?: string
  readonly challenge?: string
  /** For HEAD: no body. */
  readonly bodiless?: boolean
}

/** Asserts the whole response: status, headers, and every field of the envelope. */
export const assertError = (response: TestResponse, expected: ExpectedError): void => {
  const { code, details, bodiless = false } = expected
  const { status } = ERRORS[code]
  const retryable = expected.retryable ?? new ApiError(code, { ...(details && { details }) }).retryable
  assert.equal(response.status, status, response.text)
  assertEveryResponse(response)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(response.headers['retry-after'], expected.retryAfter?.toString())
  assert.equal(response.headers.allow, expected.allow)
  assert.equal(response.headers['www-authenticate'], expected.challenge ?? (status === 401 ? 'Bearer' : undefined))
  if (bodiless) {
    assert.equal(response.text, '')
    return
  }
  const { message, ...error } = { message: '', ...response.body.error }
  assert.deepEqual(
    { ...response.body, error },
    {
      ok: false,
      error: { code, ...(details && { details }), retryable, docs: `https://central.example/docs/errors#${code}` },
    },
  )
  assertForPeople(message)
}

/** Asserts what holds for every response under /api/v1/, successful or not. */
export const assertEveryResponse = ({ headers }: TestResponse): void => {
  assert.match(headers['x-request-id'] ?? '', /^[A-Za-z0-9._-]{1,128}$/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
}

/** Asserts that a message is a sentence without internals of the service. */
export const assertForPeople = (message: string): void => {
  assert.ok(message.length > 5 && message.length < 1_000, message)
  assert.doesNotMatch(message, INTERNALS)
}

const QUOTA_HEADERS = [
  'x-quota-limit',
  'x-quota-used',
  'x-quota-remaining',
  'x-quota-reset',
  'ratelimit-policy',
  'ratelimit',
] as const

/** The quota headers of the response. */
export const quotaOf = ({ headers }: TestResponse): Record<string, string> =>
  Object.fromEntries(QUOTA_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
