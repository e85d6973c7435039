import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationEntry } from '../openapi/document.ts'
import { type Call, callOf } from './call.ts'
import { inCurl, inJavascript, inPhp } from './call-samples.ts'

const POST: Call = {
  method: 'POST',
  url: 'https://api.example.com/x',
  headers: {},
  body: { text: "it's", none: {}, long: ['https://sandbox.example/@demo/1', 'https://sandbox.example/@demo/2'] },
  needsToken: true,
}
const DELETE: Call = {
  method: 'DELETE',
  url: 'https://api.example.com/x?site=a',
  headers: { 'Idempotency-Key': 'one' },
  body: undefined,
  needsToken: false,
}

test('a line for the shell survives quotes in what it sends, and says the method where curl would take another', () => {
  assert.equal(
    inCurl(POST),
    String.raw`curl -s https://api.example.com/x \
  -H 'Content-Type: application/json' \
  -H "Authorization: Bearer $TOKEN" \
  -d '{"text":"it'\''s","none":{},"long":["https://sandbox.example/@demo/1","https://sandbox.example/@demo/2"]}'`,
  )
  assert.equal(
    inCurl(DELETE),
    `curl -s 'https://api.example.com/x?site=a' \\
  -X DELETE \\
  -H 'Idempotency-Key: one'`,
  )
})

test('JavaScript and PHP send the same, written as people write them', () => {
  assert.equal(
    inJavascript(POST),
    String.raw`const response = await fetch('https://api.example.com/x', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: ${'`'}Bearer ${'$'}{token}${'`'},
  },
  body: JSON.stringify({
    text: 'it\'s',
    none: {},
    long: [
      'https://sandbox.example/@demo/1',
      'https://sandbox.example/@demo/2',
    ],
  }),
})
const result = await response.json()`,
  )
  assert.equal(
    inPhp(POST),
    String.raw`$curl = curl_init('https://api.example.com/x');
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json', "Authorization: Bearer $token"],
    CURLOPT_POSTFIELDS => json_encode([
        'text' => 'it\'s',
        'none' => new stdClass(),
        'long' => [
            'https://sandbox.example/@demo/1',
            'https://sandbox.example/@demo/2',
        ],
    ]),
]);
$result = json_decode(curl_exec($curl), true);`,
  )
})

test('a call is filled from the examples of its parameters, and what is optional and has none is left out', () => {
  const about = { description: '', schema: {} }
  const entry = {
    path: '/things/{id}/{part}',
    method: 'patch',
    operation: {
      parameters: [
        { ...about, in: 'path', name: 'id', required: true, example: 'a/b' },
        { ...about, in: 'path', name: 'part', required: true },
        { ...about, in: 'query', name: 'limit', required: false, example: 20 },
        { ...about, in: 'query', name: 'after', required: false },
        { ...about, in: 'header', name: 'Idempotency-Key', required: false, example: 'order 1' },
      ],
      requestBody: { content: { 'application/json': { schema: {}, examples: { plain: { value: { a: 1 } } } } } },
      security: [{ bearer: [] }],
    },
  } as unknown as OperationEntry
  assert.deepEqual(callOf(entry, 'https://api.example.com'), {
    method: 'PATCH',
    url: 'https://api.example.com/things/a%2Fb/{part}?limit=20',
    headers: { 'Idempotency-Key': 'order 1' },
    body: { a: 1 },
    needsToken: true,
  })
})
