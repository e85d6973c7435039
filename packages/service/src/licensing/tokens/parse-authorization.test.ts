import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../../errors.ts'
import { parseAuthorization } from './parse-authorization.ts'

test('returns the token after the scheme, in any case', () => {
  for (const header of ['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c', 'Bearer a.b.c ']) {
    assert.equal(parseAuthorization(header), 'a.b.c')
  }
})

test('reports a missing token without the bearer scheme', () => {
  for (const header of [undefined, '', 'a.b.c', 'Basic YTpi', 'Bearera.b.c', 'Token a.b.c', 'DPoP a.b.c']) {
    assert.throws(
      () => parseAuthorization(header),
      (error) => isApiError(error, 'token_missing'),
      header,
    )
  }
})

test('a scheme without a token is malformed', () => {
  for (const header of ['Bearer', 'Bearer ', 'bearer   ']) {
    assert.throws(
      () => parseAuthorization(header),
      (error) => isApiError(error, 'token_malformed'),
      header,
    )
  }
})
