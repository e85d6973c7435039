import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type ErrorCode } from '../errors.ts'
import { createFaultLog } from './fault-log.ts'

const start = () => {
  const clock = { ms: 0 }
  const lines: Record<string, unknown>[] = []
  const faults = createFaultLog({
    log: {
      error: (fields: object) => lines.push({ level: 'error', ...fields }),
      warn: (fields: object) => lines.push({ level: 'warn', ...fields }),
    },
    elapsed: () => clock.ms,
  })
  const tell = (code: ErrorCode, route = '/api/v1/scan-profile') =>
    faults.report({ requestId: 'r', code, route }, new ApiError(code))
  return { clock, faults, lines, tell }
}

test('1,000 errors of one kind in a minute are one line, and the next line counts them', () => {
  const { clock, lines, tell } = start()
  for (let n = 0; n < 1_000; n += 1) tell('platform_timeout')
  assert.equal(lines.length, 1)
  clock.ms += 60_000
  tell('platform_timeout')
  assert.deepEqual(
    lines.map(({ alike }) => alike),
    [undefined, 999],
  )
})

test('errors that differ in code or URL are logged separately, and faults of the program each time', () => {
  const { lines, tell } = start()
  for (let n = 0; n < 3; n += 1) {
    tell('platform_timeout')
    tell('platform_error')
    tell('platform_error', '/api/v1/validate-post')
    tell('internal_error')
  }
  assert.equal(lines.length, 6)
})

test('a platform that is not set up or fails is one line at warn, with its causes and without a stack', () => {
  const { faults, lines } = start()
  const about = { requestId: 'r', route: '/api/v1/scan-profile' }
  const cause = new Error('The host name does not resolve', { cause: new Error('getaddrinfo ENOTFOUND a.example') })
  faults.report({ ...about, code: 'platform_error' }, new ApiError('platform_error', { cause }))
  faults.report({ ...about, code: 'platform_unauthorized' }, new ApiError('platform_unauthorized'))
  assert.deepEqual(lines[0], {
    ...{ level: 'warn', ...about, code: 'platform_error' },
    reason: 'The platform returned an error: The host name does not resolve: getaddrinfo ENOTFOUND a.example',
  })
  assert.equal(lines[1]?.level, 'error')
})
