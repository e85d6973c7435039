import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullDisk } from '@central-api/testing/files/fixture.ts'
import { createStandardOutput, fileSink, type Sink } from './standard-output.ts'

/** A file that accepts this many bytes. */
const createFile = (disk: { left: number }) => {
  let text = ''
  const write = (bytes: Buffer, offset: number, length: number) => {
    const taken = Math.min(length, disk.left)
    if (taken === 0) throw fullDisk()
    disk.left -= taken
    text += bytes.toString('utf8', offset, offset + taken)
    return taken
  }
  return { write, text: () => text }
}

const LINES = ['{ "id": "lic_1",\n', '"key": "ck_live_1" }\n']
const SIZE = LINES.join('').length
const never = () => assert.fail('the reader has not exited')

test('a failed write is an error at any byte, and nothing is written after it', async () => {
  for (let capacity = 0; capacity <= SIZE; capacity += 1) {
    const file = createFile({ left: capacity })
    const { out, written } = createStandardOutput(
      fileSink(file.write, () => {}),
      never,
    )
    for (const line of LINES) out(line)
    if (capacity < SIZE) await assert.rejects(written(), { name: 'FileError', code: 'ENOSPC' }, `${capacity} bytes`)
    else await written()
    assert.equal(file.text(), LINES.join('').slice(0, capacity))
  }
})

test('a quota that is exceeded at fsync is an error, and a device without fsync is not', async () => {
  const flushing = (code: string) => {
    const { out, written } = createStandardOutput(
      fileSink(
        (_bytes, _offset, length) => length,
        () => {
          throw fullDisk(code)
        },
      ),
      never,
    )
    out('text')
    return written()
  }
  await assert.rejects(flushing('EDQUOT'), { message: 'Cannot write the output: the disk quota is used up (EDQUOT)' })
  await flushing('EINVAL')
})

test('log lines continue once there is space again, and an exited reader is reported', async () => {
  const disk = { left: 8 }
  const file = createFile(disk)
  const service = createStandardOutput(
    fileSink(file.write, () => {}),
    never,
  )
  service.log('one\n')
  service.log('two, and three\n')
  disk.left = 100
  service.log('four\n')
  await service.written()
  assert.equal(file.text(), 'one\ntwo,four\n')

  let gone = 0
  const pipe: Sink = { write: (_text, done) => done(fullDisk('EPIPE')), flush() {} }
  const { log } = createStandardOutput(pipe, () => {
    gone += 1
  })
  log('one\n')
  assert.equal(gone, 1)
})

test('a failure is reported once, and later calls succeed', async () => {
  const { out, written } = createStandardOutput(
    fileSink(createFile({ left: 2 }).write, () => {}),
    never,
  )
  out('text')
  await assert.rejects(written(), { code: 'ENOSPC' })
  await written()
})

test('written() waits until the sink has accepted the text', async () => {
  const calls: (() => void)[] = []
  const { out, written } = createStandardOutput({ write: (_text, done) => void calls.push(done), flush() {} }, never)
  out('much')
  let isWritten = false
  const waiting = written().then(() => {
    isWritten = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isWritten, false)
  for (const call of calls) call()
  await waiting
})
