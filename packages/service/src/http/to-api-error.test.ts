import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../errors.ts'
import { StoreError } from '../storage/store-error.ts'
import { toApiError } from './to-api-error.ts'

test('returns an error of the table as it is', () => {
  const error = new ApiError('profile_private')
  assert.equal(toApiError(error), error)
})

test('a store that does not respond is unavailable, with the seconds to wait', () => {
  const cause = new StoreError('unavailable', new Error('SQLITE_BUSY: database is locked'))
  const error = toApiError(cause)
  assert.deepEqual([error.code, error.retryAfterSeconds, error.cause], ['unavailable', 2, cause])
  assert.doesNotMatch(error.message, /SQLITE/)
})

test('a value that the store rejects is a fault of the service that is not retryable, never an outage', () => {
  const cause = new StoreError('rejected', new Error('invalid byte sequence for encoding "UTF8": 0x00'))
  const error = toApiError(cause)
  assert.deepEqual([error.code, error.retryable, error.retryAfterSeconds], ['internal_error', false, undefined])
  assert.doesNotMatch(error.message, /UTF8/)
})

test('anything else is internal_error, and only its cause has the details', () => {
  for (const thrown of [
    new TypeError('secret'),
    'secret',
    undefined,
    null,
    { message: 'secret' },
    new Error('secret'),
  ]) {
    const error = toApiError(thrown)
    assert.equal(error.code, 'internal_error')
    assert.doesNotMatch(error.message, /secret/)
    assert.equal(error.cause, thrown)
  }
})
