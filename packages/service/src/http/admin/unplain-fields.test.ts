import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { findUnplainFields } from './unplain-fields.ts'

const message = 'must be plain text, without control characters'

test('checks every text of a request, and allows line breaks in notes, metadata and tried requests', () => {
  assert.deepEqual(findUnplainFields({ name: 'Ada’s\u00a0shop 語', plan: null, ids: ['a'], n: 1 }), [])
  const lines = { notes: 'a\r\n\tb', metadata: { a: 'a\nb' }, request: { handle: 'a\n' } }
  assert.deepEqual(findUnplainFields(lines), [])
  assert.deepEqual(
    findUnplainFields({
      ...{ name: 'a\u0000b', email: 'a\tb', notes: 'a\u0007', metadata: { shop: '\u001b[31m', 'a\u0000': 'b' } },
      ...{ filter: { search: '\u0000zzzz' }, ids: ['a', '\u007f'], request: { handle: '\u0000' }, cursor: '\ud800' },
    }).map(({ field }) => field),
    ['name', 'email', 'notes', 'metadata.shop', 'metadata', 'filter.search', 'ids.1', 'request.handle', 'cursor'],
  )
})

const NUL = '\u0000'

/** Texts that an operator may send, and the field that the error names. */
const TEXTS: readonly (readonly [method: string, path: string, body: unknown, field: string])[] = [
  ['POST', '/licenses', { plan: 'pro', name: `A${NUL}B` }, 'name'],
  ['POST', '/licenses', { plan: `pro${NUL}` }, 'plan'],
  ['POST', '/licenses', { plan: 'pro', metadata: { shop: NUL } }, 'metadata.shop'],
  ['PATCH', '/licenses/$ID', { name: 'A\u0007B' }, 'name'],
  ['PATCH', '/licenses/$ID', { notes: `A${NUL}B` }, 'notes'],
  ['POST', '/licenses/suspend', { filter: { search: `${NUL}zzzz` } }, 'filter.search'],
  ['POST', '/licenses/suspend', { ids: [`lic${NUL}`] }, 'ids.0'],
  ['POST', '/licenses/change-plan', { plan: 'pro', filter: { name: `A${NUL}` } }, 'filter.name'],
  ['POST', '/licenses/$ID/try', { endpoint: 'scan-profile', request: { handle: NUL } }, 'request.handle'],
  ['POST', '/webhooks', { url: 'https://shop.example/', description: `A${NUL}B` }, 'description'],
  ['POST', '/operators', { name: `A${NUL}B`, role: 'read' }, 'name'],
  ['PUT', '/plans/a%00b', { scans: 1, validations: 1, burst: 1 }, 'name'],
  ['GET', '/licenses?search=%00zzzz', undefined, 'search'],
  ['GET', '/licenses?email=%00', undefined, 'email'],
  ['GET', '/licenses?cursor=%00', undefined, 'cursor'],
  ['GET', '/licenses/%00', undefined, 'id'],
  ['DELETE', '/licenses/a%1bb', undefined, 'id'],
  ['GET', '/audit?actor=%00', undefined, 'actor'],
  ['GET', '/audit?subject=a%00', undefined, 'subject'],
  ['GET', '/usage?cursor=%00', undefined, 'cursor'],
  ['GET', '/webhooks/%00/deliveries', undefined, 'webhook'],
]

test('a control character in any text is invalid_request with its field, and changes nothing', async (context) => {
  const { request, create, parts } = await startOperator(context)
  const { id } = await create({ name: 'Ada' })
  for (const [method, path, body, field] of TEXTS) {
    const response = await request(method, path.replace('$ID', id), body)
    assertError(response, { code: 'invalid_request', details: [{ field, message }] })
  }
  const license = await parts.store.licenses.find(id)
  assert.deepEqual([license?.name, license?.status, license?.notes], ['Ada', 'active', null])
})
