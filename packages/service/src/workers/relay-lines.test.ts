import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { relayLines } from './relay-lines.ts'

const relay = async (...chunks: readonly (string | Buffer)[]) => {
  const source = new PassThrough()
  const lines: string[] = []
  relayLines(source, (line) => lines.push(line))
  for (const chunk of chunks) source.write(chunk)
  source.end()
  await finished(source)
  return lines
}

test('passes on whole lines, however they were split', async () => {
  assert.deepEqual(await relay('on', 'e\ntwo\nth', 'ree', '\n'), ['one\n', 'two\n', 'three\n'])
})

test('a line of a megabyte is one line', async () => {
  const long = `${'x'.repeat(1_000_000)}\n`
  assert.deepEqual(await relay(long.slice(0, 70_000), long.slice(70_000)), [long])
})

test('joins characters that were split between chunks', async () => {
  const bytes = Buffer.from('Käse\n')
  assert.deepEqual(await relay(bytes.subarray(0, 2), bytes.subarray(2)), ['Käse\n'])
})

test('passes on a last line without a line ending', async () => {
  assert.deepEqual(await relay('one\nlast'), ['one\n', 'last\n'])
  assert.deepEqual(await relay('one\n'), ['one\n'])
  assert.deepEqual(await relay(), [])
})
