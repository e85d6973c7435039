import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../observability/create-log.ts'
import { holdLog } from './hold-log.ts'

const start = () => {
  const lines: string[] = []
  const held = holdLog((line) => lines.push(JSON.parse(line).msg))
  return { lines, held, log: createLog('trace', { write: held.write }, false) }
}

test('lines are held until they are released, and stay in order', () => {
  const { lines, held, log } = start()
  log.info('one')
  log.debug('two')
  assert.deepEqual(lines, [])
  held.release()
  assert.deepEqual(lines, ['one', 'two'])
  log.info('three')
  held.release()
  assert.deepEqual(lines, ['one', 'two', 'three'])
})

for (const level of ['warn', 'error', 'fatal'] as const) {
  test(`${level} is never held, nor is a line before or after it`, () => {
    const { lines, log } = start()
    log.info('before')
    log[level]('now')
    log.info('after')
    assert.deepEqual(lines, ['before', 'now', 'after'])
  })
}
