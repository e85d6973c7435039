import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startOperator } from '@central-api/testing/http/admin/fixture.ts'

const DETAILS = {
  externalId: 'order-1001',
  email: 'bea@example.com',
  notes: 'Paid\nby wire',
  metadata: { shop: 'north' },
}

test('details of a license are shown everywhere, and only the sent ones are changed', async (context) => {
  const { get, create } = await startOperator(context)
  const { id } = await create({ plan: 'pro', ...DETAILS })
  const detailsOf = ({ externalId, email, notes, metadata }: Readonly<Record<string, unknown>>) => ({
    ...{ externalId, email, notes, metadata },
  })
  assert.deepEqual(detailsOf(await get('GET', `/licenses/${id}`)), DETAILS)
  for (const search of ['order-1001', 'BEA@example.com', 'ea@exam']) {
    const { licenses } = await get('GET', `/licenses?search=${search}`)
    assert.deepEqual((licenses as Record<string, unknown>[]).map(detailsOf), [DETAILS], search)
  }
  const changed = await get('PATCH', `/licenses/${id}`, { notes: null, metadata: { seats: '7' } })
  assert.deepEqual(detailsOf(changed), { ...DETAILS, notes: null, metadata: { seats: '7' } })
  assert.deepEqual(detailsOf(await get('PATCH', `/licenses/${id}`, { externalId: ' ', email: 'new@example.com' })), {
    externalId: null,
    email: 'new@example.com',
    notes: null,
    metadata: { seats: '7' },
  })
})

test('an external id of another license is a conflict that names that license, and changes nothing', async (context) => {
  const { get, request, create } = await startOperator(context)
  const { id } = await create({ plan: 'pro', externalId: 'order-1' })
  const other = await create({ plan: 'pro', name: 'Other' })
  const { licenses: count } = await get('GET', '/overview')
  for (const response of [
    await request('POST', '/licenses', { plan: 'pro', externalId: 'order-1' }),
    await request('PATCH', `/licenses/${other.id}`, { name: 'Changed', externalId: ' order-1' }),
  ]) {
    assertError(response, { code: 'conflict' })
    assert.equal(response.body.error?.message, `License ${id} already has the external id "order-1"`)
  }
  assert.equal((await get('GET', '/overview')).licenses, count)
  assert.equal((await get('GET', `/licenses/${other.id}`)).name, 'Other')
  assert.equal((await get('PATCH', `/licenses/${id}`, { externalId: 'order-1' })).externalId, 'order-1')
  await get('PATCH', `/licenses/${id}`, { externalId: null })
  assert.equal((await get('PATCH', `/licenses/${other.id}`, { externalId: 'order-1' })).externalId, 'order-1')
})

test('an invalid detail is reported by its field', async (context) => {
  const { wrong } = await startOperator(context)
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, string, RegExp])[] = [
    [{ externalId: 7 }, 'externalId', /must be text or null/],
    [{ externalId: 'x'.repeat(201) }, 'externalId', /longer than 200/],
    [{ email: 'nobody' }, 'email', /Use the form/],
    [{ notes: '\u0007' }, 'notes', /control character/],
    [{ metadata: ['x'] }, 'metadata', /must be an object/],
    [{ metadata: null }, 'metadata', /must be an object/],
    [{ metadata: { seats: 7 } }, 'metadata.seats', /must be text/],
    [{ metadata: { 'a b': 'x' } }, 'metadata', /The metadata key .* is invalid/],
  ]
  for (const [body, field, message] of cases) await wrong('POST', '/licenses', { plan: 'pro', ...body }, field, message)
})
