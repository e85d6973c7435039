import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './create-log.ts'

const logWith = (level: string, isPretty: boolean) => {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: (line) => lines.push(line) }, isPretty) }
}

test('a JSON line has the level, the time, the fields and the message', () => {
  const { lines, log } = logWith('info', false)
  log.info({ requestId: 'r1' }, 'Something')
  assert.equal(lines.length, 1)
  const { time, ...line } = JSON.parse(lines[0] ?? '')
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(line, { level: 'info', requestId: 'r1', msg: 'Something' })
})

test('a line for a terminal is short, marks problems and contains the stack of an error', () => {
  const { lines, log } = logWith('debug', true)
  log.info({ address: 'http://127.0.0.1:8080' }, 'Listening')
  log.warn('Careful')
  log.error({ err: new TypeError('broken') }, 'It failed')
  const [info = '', warning = '', error = ''] = lines
  assert.match(info, /^\d\d:\d\d:\d\d Listening address=http:\/\/127\.0\.0\.1:8080\n$/)
  assert.match(warning, /^\d\d:\d\d:\d\d ! Careful\n$/)
  assert.match(error, /^\d\d:\d\d:\d\d ✗ It failed\nTypeError: broken\n +at /)
})

test('lines below the level are not written', () => {
  const { lines, log } = logWith('warn', false)
  log.info('no')
  log.warn('yes')
  assert.equal(lines.length, 1)
  const silent = logWith('silent', false)
  silent.log.fatal('no')
  assert.deepEqual(silent.lines, [])
})

test('an error is written with its causes', () => {
  const { lines, log } = logWith('info', false)
  log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'It failed')
  const { err } = JSON.parse(lines[0] ?? '')
  assert.deepEqual([err.message, err.cause.message], ['outer', 'inner'])
})

test('secrets that are logged by mistake are redacted', () => {
  const { lines, log } = logWith('trace', false)
  const secret = 'hunter2'
  log.info({ licenseKey: secret, token: secret, authorization: secret, handle: secret, key: secret })
  log.info({ body: { licenseKey: secret, token: secret, handle: secret }, headers: { authorization: secret } })
  log.info({ req: { headers: { authorization: secret } } })
  assert.equal(lines.length, 3)
  for (const line of lines) {
    assert.doesNotMatch(line, /hunter2/)
    assert.match(line, /\[redacted\]/)
  }
})
