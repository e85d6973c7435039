import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'
import { suggestEndpoint } from './suggest-endpoint.ts'

test('suggests the request that a path resembles', () => {
  const cases: Readonly<Record<string, string>> = {
    '/api/v1/platforms': 'Did you mean GET /platforms?',
    '/platform': 'Did you mean GET /platforms?',
    '/api/v1/scan-profiles/': 'Did you mean POST /api/v1/scan-profile?',
    '/scan-profile': 'Did you mean POST /api/v1/scan-profile?',
    '/api/v1/auth/tokens': 'Did you mean POST /api/v1/auth/token?',
    '/api/v1': '',
    '/': '',
    '/wp-login.php': '',
    [`/api/v1/${'a'.repeat(10_000)}`]: '',
  }
  for (const [path, expected] of Object.entries(cases)) assert.equal(suggestEndpoint(path), expected, path)
})

test('not_found suggests the endpoint', async (context) => {
  const { app } = await startService(context)
  const response = await app.inject({ method: 'GET', url: '/api/v1/platforms?x=1' })
  assert.deepEqual(
    [response.statusCode, response.json().error.message],
    [404, 'There is no such endpoint. Did you mean GET /platforms?'],
  )
})
