import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProvenRequest } from '../../crypto/dpop-proof.ts'
import type { EgressResponse } from '../../egress/egress.ts'
import { createProofs, wantsNonce } from './proofs.ts'
import type { OutgoingCall } from './send-call.ts'
import type { Signing } from './signer.ts'

const CHALLENGE = 'DPoP algs="ES256", error="use_dpop_nonce", error_description="Resource server requires nonce"'
const WANTED = (nonce: string) => ({ status: 401, headers: { 'dpop-nonce': nonce, 'www-authenticate': CHALLENGE } })

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

const start = () => {
  let ids = 0
  const nextId = () => {
    ids += 1
    return Buffer.from(`id ${ids}`)
  }
  const proofs = createProofs({ now: () => 1_000, randomBytes: nextId })
  const proven: (ProvenRequest & { readonly secrets: object })[] = []
  const signingOf = (id: string, isBound = true): Signing => {
    const kind = {
      async prove(request: ProvenRequest & { readonly secrets: object }) {
        proven.push(request)
        return { dpop: `proof ${proven.length}` }
      },
    }
    return { credential: { id, kind: isBound ? kind : {} }, fields: { token: `token of ${id}` } } as unknown as Signing
  }
  /** Sends one call, whose responses come in this order. Resolves to the status and the headers that were sent. */
  const send = async (signing: Signing, answers: readonly Answer[], host = 'pds.example') => {
    const sent: unknown[] = []
    const outgoing = {
      ...{ call: {}, url: new URL(`https://${host}/xrpc/a`), signature: { headers: { authorization: 'DPoP t' } } },
    } as unknown as OutgoingCall
    const { status } = await proofs.send(outgoing, signing, async ({ signature }) => {
      sent.push(signature.headers)
      const answer = answers[sent.length - 1] ?? assert.fail('one call too many')
      return { headers: {}, ...answer } as EgressResponse
    })
    return { status, sent }
  }
  return { send, signingOf, proven, nonces: () => proven.map(({ nonce }) => nonce) }
}

test('a call is proven, and sent again at once with the nonce that the host wants', async () => {
  const { send, signingOf, proven } = start()
  const { status, sent } = await send(signingOf('one'), [WANTED('n-1'), { status: 200 }])
  assert.equal(status, 200)
  assert.deepEqual(sent, [
    { authorization: 'DPoP t', dpop: 'proof 1' },
    { authorization: 'DPoP t', dpop: 'proof 2' },
  ])
  assert.deepEqual(
    proven.map(({ nonce, method, now, secrets }) => [nonce, method, now, secrets]),
    [undefined, 'n-1'].map((nonce) => [nonce, 'GET', 1_000, { token: 'token of one' }]),
  )
  assert.notEqual(proven[0]?.id, proven[1]?.id)
})

test('the newest nonce of a host is used for the next call, for each credential and host', async () => {
  const { send, signingOf, nonces } = start()
  await send(signingOf('one'), [{ status: 200, headers: { 'dpop-nonce': 'n-1' } }])
  await send(signingOf('one'), [{ status: 200, headers: { 'dpop-nonce': 'n-2' } }])
  await send(signingOf('one'), [{ status: 200 }])
  await send(signingOf('two'), [{ status: 200 }])
  await send(signingOf('one'), [{ status: 200 }], 'other.example')
  assert.deepEqual(nonces(), [undefined, 'n-1', 'n-2', undefined, undefined])
})

test('a call is sent twice at most, and only for want of a nonce', async () => {
  const { send, signingOf } = start()
  assert.equal((await send(signingOf('one'), [WANTED('n-1'), WANTED('n-2')])).sent.length, 2)
  for (const answer of [
    { status: 401, headers: { 'dpop-nonce': 'n', 'www-authenticate': 'DPoP error="invalid_token"' } },
    { status: 400, headers: WANTED('n').headers },
  ])
    assert.equal((await send(signingOf('one'), [answer])).sent.length, 1)
})

test('a credential without proofs sends the call as it is', async () => {
  const { send, signingOf, proven } = start()
  const { sent } = await send(signingOf('one', false), [WANTED('n-1')])
  assert.deepEqual([sent, proven], [[{ authorization: 'DPoP t' }], []])
})

test('a refusal for want of a nonce is told from others', () => {
  assert.ok(wantsNonce({ 'dpop-nonce': 'n', 'www-authenticate': CHALLENGE }))
  assert.ok(wantsNonce({ 'dpop-nonce': 'n', 'www-authenticate': 'dpop error=use_dpop_nonce' }))
  const others: readonly Readonly<Record<string, string>>[] = [
    { 'www-authenticate': CHALLENGE },
    { 'dpop-nonce': 'n' },
    { 'dpop-nonce': 'n', 'www-authenticate': 'DPoP error="invalid_token"' },
    { 'dpop-nonce': 'n', 'www-authenticate': 'Bearer error="use_dpop_nonce"' },
  ]
  for (const headers of others) assert.equal(wantsNonce(headers), false)
})
