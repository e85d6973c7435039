import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorization, type SignedRequest, signatureOf } from './signature-v4.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const COMMON = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }

/** The examples of the specification, with the signatures that it gives for them. */
const EXAMPLES: readonly (readonly [string, SignedRequest])[] = [
  [
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { method: 'GET', target: '/test.txt', headers: { ...COMMON, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY } },
  ],
  [
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      method: 'PUT',
      target: '/test%24file.text',
      headers: {
        ...COMMON,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
  ],
  [
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    { method: 'GET', target: '/?lifecycle', headers: { ...COMMON, 'x-amz-content-sha256': EMPTY } },
  ],
  [
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    { method: 'GET', target: '/?max-keys=2&prefix=J', headers: { ...COMMON, 'x-amz-content-sha256': EMPTY } },
  ],
]

test('the examples of the specification have its signatures', () => {
  for (const [signature, request] of EXAMPLES) {
    const signed = Object.keys(request.headers).sort()
    assert.equal(signatureOf(request, { day: '20130524', region: 'us-east-1', signed }, SECRET), signature)
  }
})

test('an authorization is read as it is written, and nothing else is one', () => {
  const signature = 'a'.repeat(64)
  const credential = 'Credential=KEY/20130524/us-east-1/s3/aws4_request'
  assert.deepEqual(
    readAuthorization(`AWS4-HMAC-SHA256 ${credential},SignedHeaders=host;x-amz-date,Signature=${signature}`),
    { keyId: 'KEY', day: '20130524', region: 'us-east-1', signed: ['host', 'x-amz-date'], signature },
  )
  assert.equal(readAuthorization(undefined), undefined)
  assert.equal(readAuthorization('AWS KEY:signature'), undefined)
})
