import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantsNonce } from './proofs.ts'

test('a refusal for want of a nonce is told from others', () => {
  const challenge = 'DPoP algs="ES256", error="use_dpop_nonce", error_description="Resource server requires nonce"'
  assert.ok(wantsNonce({ 'dpop-nonce': 'n', 'www-authenticate': challenge }))
  assert.ok(wantsNonce({ 'dpop-nonce': 'n', 'www-authenticate': 'dpop error=use_dpop_nonce' }))
  for (const headers of [
    { 'www-authenticate': challenge },
    { 'dpop-nonce': 'n' },
    { 'dpop-nonce': 'n', 'www-authenticate': 'DPoP error="invalid_token"' },
    { 'dpop-nonce': 'n', 'www-authenticate': 'Bearer error="use_dpop_nonce"' },
  ])
    assert.equal(wantsNonce(headers as Record<string, string>), false)
})
