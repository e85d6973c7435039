import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLogLine, type LineStyle } from './format-log-line.ts'

const lineOf = (fields: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ level: 'info', time: '2030-01-15T12:34:56.789Z', ...fields })}\n`

test('a line has the time, the message and the fields', () => {
  const line = lineOf({ address: 'http://127.0.0.1:8080', workers: 2, msg: 'Central API is listening' })
  assert.equal(formatLogLine(line), '12:34:56 Central API is listening address=http://127.0.0.1:8080 workers=2\n')
})

test('the time is in the time zone of the reader', () => {
  const style = { timeZone: 'Asia/Kolkata', dim: String, yellow: String, red: String }
  assert.match(formatLogLine(lineOf({ msg: 'x' }), style), /^18:04:56 x\n$/)
})

test('nested fields are flattened, missing ones are left out, and texts with spaces are quoted', () => {
  const line = lineOf({
    ...{ subject: 'license lic_1', actor: { kind: 'service', from: null }, requestId: null, ids: ['a', 'b'] },
    msg: 'Audit: a change',
  })
  assert.equal(
    formatLogLine(line),
    '12:34:56 Audit: a change subject="license lic_1" actor.kind=service ids=["a","b"]\n',
  )
})

test('each level has its mark and its color', () => {
  const paint = (name: string) => (text: string) => `<${name}>${text}</>`
  const style: LineStyle = { timeZone: 'UTC', dim: String, yellow: paint('yellow'), red: paint('red') }
  const messages = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) =>
    formatLogLine(lineOf({ level, msg: 'x' }), style).slice('12:34:56 '.length, -1),
  )
  assert.deepEqual(messages, ['· x', '· x', 'x', '<yellow>! x</>', '<red>✗ x</>', '<red>✗ x</>'])
})

test('no field, message or stack can send an escape sequence to the terminal', () => {
  const evil = '\u001b]0;owned\u0007\u009b2J\u202e\r\n'
  const text = formatLogLine(lineOf({ msg: evil, url: evil, err: { stack: `Error: ${evil}\n\tat x` } }))
  assert.doesNotMatch(text, /(?![\n\t])\p{Cc}|\u202e/u)
  assert.match(text, /\\u001b]0;owned\\u0007/)
  assert.match(text, /\n\tat x\n$/)
})

test('a line of another kind, such as one of a platform of the operator’s own, stays as it is', () => {
  for (const line of ['Warning: something\n', '{ node: 26 }\n', '{"mine":true}\n', '{"time":"noon","msg":"x"}\n'])
    assert.equal(formatLogLine(line), line)
})
