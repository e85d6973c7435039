import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ADMIN_TOKEN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { callerAddress } from './forwarded-for.ts'

test('an IPv4 address is the same on a dual-stack socket', () => {
  for (const [ip, address] of [
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['', ''],
    ['::1', '::1'],
  ] as const) {
    assert.equal(callerAddress({ ip }), address)
  }
})

test('a caller by IPv4 of a service that listens on all addresses is known by its IPv4 address', async (context) => {
  const { app, parts } = await startOperator(context)
  await app.ready()
  app.server.listen(0, '::')
  await once(app.server, 'listening')
  const { port } = app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1/licenses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan: 'pro' }),
  })
  assert.equal(response.status, 200)
  const entries = await parts.store.audit.list({ limit: 9 })
  const made = entries.find(({ action, actor }) => action === 'license.create' && actor.kind === 'operator')
  assert.equal(made?.actor.from, '127.0.0.1')
})
