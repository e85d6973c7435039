import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { HOUR_MS, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { mayDo, ROLE_NAMES } from '../../licensing/operators/roles.ts'
import type { OperatorRole } from '../../storage/store.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

const INVALID = { code: 'token_invalid', challenge: 'Bearer error="invalid_token"' } as const

/** What each role may do in addition to GET requests. Repeated here, so that no role gains a permission by mistake. */
const MAY: Readonly<Record<OperatorRole, readonly string[]>> = {
  read: ['POST /licenses/:id/recognize'],
  support: [
    'POST /licenses/:id/recognize',
    'POST /licenses/suspend',
    'POST /licenses/resume',
    'POST /licenses/:id/suspend',
    'POST /licenses/:id/resume',
    'POST /licenses/:id/rotate-key',
    'POST /licenses/:id/try',
    'DELETE /licenses/:id/sites',
    'DELETE /connections/:connection',
    'POST /media/forget',
  ],
  admin: ADMIN_ROUTES.map(({ method, path }) => `${method} ${path}`),
}

describe('operators', () => {
  let service: Awaited<ReturnType<typeof startOperator>>
  const stops: (() => unknown)[] = []
  const tokens = new Map<OperatorRole, string>()
  before(async () => {
    service = await startOperator({ after: (stop) => stops.push(stop as () => unknown) })
    for (const role of ROLE_NAMES) {
      const { token } = await service.get('POST', '/operators', { name: `Of ${role}`, role })
      tokens.set(role, String(token))
    }
  })
  after(() => Promise.all(stops.map((stop) => stop())))

  const request = (token: string | undefined, method: string, path: string, body?: unknown) =>
    service.send({ method, path: `/admin/v1${path}`, body, headers: { authorization: `Bearer ${token}` } })

  for (const role of ROLE_NAMES) {
    test(`the role ${role} may call exactly its endpoints`, async () => {
      for (const { method, path, example } of ADMIN_ROUTES) {
        const response = await request(tokens.get(role), method, example.path, example.body)
        const may = method === 'GET' || MAY[role].includes(`${method} ${path}`)
        if (may) assert.notEqual(response.status, 403, `${role} ${method} ${path}: ${response.text}`)
        else assertError(response, { code: 'forbidden' })
      }
    })
  }

  test('a forbidden request is not parsed and changes nothing', async () => {
    const { id } = await service.create()
    const from = await service.parts.store.changes.latest()
    assertError(await request(tokens.get('read'), 'PATCH', `/licenses/${id}`, '{"broken'), { code: 'forbidden' })
    assertError(await request(tokens.get('support'), 'POST', `/licenses/${id}/revoke`), { code: 'forbidden' })
    assert.equal(await service.parts.store.changes.latest(), from)
  })

  test('shows who is signed in, and records them as the actor of changes', async () => {
    assert.deepEqual(await service.get('GET', '/me'), { name: 'ADMIN_TOKEN', role: 'admin' })
    const { body } = await request(tokens.get('support'), 'GET', '/me')
    assert.deepEqual(body.data, { name: 'Of support', role: 'support' })
    const { id } = await service.create()
    await request(tokens.get('support'), 'POST', `/licenses/${id}/suspend`)
    const [entry] = await service.parts.store.audit.list({ limit: 1, subject: id, action: 'license.suspend' })
    assert.equal(entry?.actor.name, 'Of support')
  })

  test('a token is shown once, stored as a hash, and refused after it is revoked', async () => {
    const { id, token, ...made } = await service.get('POST', '/operators', { name: 'Anna', role: 'read' })
    assert.match(String(token), /^co_[0-9A-Za-z]{38}$/)
    assert.deepEqual([made.name, made.role, made.lastUsedAt, made.revokedAt], ['Anna', 'read', null, null])
    assert.equal((await request(String(token), 'GET', '/me')).status, 200)
    const { operators } = await service.get('GET', '/operators')
    assert.ok(!JSON.stringify(operators).includes(String(token)))
    const stored = JSON.stringify(await service.parts.store.operators.list())
    assert.ok(!stored.includes(String(token)))
    await service.get('POST', `/operators/${id}/revoke`)
    assertError(await request(String(token), 'GET', '/me'), INVALID)
    assertError(await request(`${token}`.replace(/.$/, '!'), 'GET', '/me'), INVALID)
    assertError(await service.request('POST', '/operators', { name: 'Anna', role: 'admin' }), { code: 'conflict' })
    assertError(await service.request('POST', '/operators/op_none/revoke'), { code: 'not_found' })
    await service.wrong('POST', '/operators', { name: 'ADMIN_TOKEN', role: 'read' }, 'name', /ADMIN_TOKEN is reserved/)
  })

  test('the last use of a token is recorded once an hour', async () => {
    const { id, token } = await service.get('POST', '/operators', { name: 'Hourly', role: 'read' })
    const lastUsed = async () => (await service.parts.store.operators.list()).find((each) => each.id === id)?.lastUsedAt
    const used: (number | null | undefined)[] = []
    const start = service.clock.at - (service.clock.at % HOUR_MS)
    for (const at of [start + HOUR_MS, start + 1.5 * HOUR_MS, start + 2 * HOUR_MS]) {
      service.clock.at = at
      await request(String(token), 'GET', '/me')
      used.push(await lastUsed())
    }
    assert.deepEqual(used, [start + HOUR_MS, start + HOUR_MS, start + 2 * HOUR_MS])
  })

  test('each role includes the ones before it', () => {
    const may = ROLE_NAMES.map((role) => ROLE_NAMES.filter((needed) => mayDo(role, needed)))
    assert.deepEqual(may, [['read'], ['read', 'support'], ['read', 'support', 'admin']])
  })
})
