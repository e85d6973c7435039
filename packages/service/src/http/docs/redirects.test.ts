import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8' }

test('/ and /docs/ lead to the documentation, also under the path of a proxy', async (context) => {
  const { send } = await startService(context)
  for (const [path, status, vary] of [
    ['/', 302, 'Accept'],
    ['/?from=mail', 302, 'Accept'],
    ['/docs/', 308, undefined],
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status: found, headers, text } = await send({ method, path, headers: BROWSER })
      assert.deepEqual([found, headers.vary, text], [status, vary, ''])
      for (const base of ['https://api.example', 'https://shop.example/central'])
        assert.equal(new URL(String(headers.location), base + path).href, `${base}/docs`)
    }
  }
})

test('a client that accepts only JSON gets an error with the URL of its documentation', async (context) => {
  const { send } = await startService(context)
  const { status, headers, text } = await send({ method: 'GET', path: '/', headers: { accept: 'application/json' } })
  assert.deepEqual([status, headers.vary, headers.location], [404, 'Accept', undefined])
  const { error } = JSON.parse(text) as { error: { code: string; docs: string } }
  assert.equal(error.code, 'not_found')
  assert.match(error.docs, /\/docs\/errors#not_found$/)
})

test('other methods and similar paths stay unknown', async (context) => {
  const { send } = await startService(context)
  for (const [method, path] of [
    ['POST', '/'],
    ['POST', '/docs/'],
    ['GET', '/doc'],
    ['GET', '//'],
    ['GET', '/docs//'],
  ] as const)
    assert.equal((await send({ method, path, headers: BROWSER })).status, 404, `${method} ${path}`)
})
