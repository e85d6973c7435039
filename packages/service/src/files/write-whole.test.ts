import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullDisk } from '@central-api/testing/files/fixture.ts'
import { type Writable, writeWhole, writeWholeSync } from './write-whole.ts'

const TEXT = 'Zwölf Boxkämpfer jagen Viktor\n'
const BYTES = Buffer.from(TEXT)

/** Accepts at most `most` bytes per write and `room` in total; reports a full disk only with the next write. */
const createWriter = (room: number, most = Number.POSITIVE_INFINITY) => {
  let written = Buffer.alloc(0)
  const take = (bytes: Buffer, offset: number, length: number): number => {
    const taken = Math.min(length, most, room - written.length)
    if (taken === 0) throw fullDisk()
    written = Buffer.concat([written, bytes.subarray(offset, offset + taken)])
    return taken
  }
  const file: Writable = { write: async (...args) => ({ bytesWritten: take(...args) }) }
  return { file, take, written: () => written.toString() }
}

test('writes a text completely, however few bytes each write accepts', async () => {
  for (let most = 1; most <= BYTES.length; most += 1) {
    const [one, other] = [createWriter(BYTES.length, most), createWriter(BYTES.length, most)]
    await writeWhole(one.file, TEXT)
    writeWholeSync(other.take, TEXT)
    assert.deepEqual([one.written(), other.written()], [TEXT, TEXT])
  }
})

test('rejects on a disk that is full at any byte before the last one', async () => {
  for (let room = 0; room < BYTES.length; room += 1) {
    await assert.rejects(writeWhole(createWriter(room).file, TEXT), { code: 'ENOSPC' }, `${room} bytes`)
    assert.throws(() => writeWholeSync(createWriter(room).take, TEXT), { code: 'ENOSPC' }, `${room} bytes`)
  }
})

test('treats a disk that silently accepts nothing as full, without looping', async () => {
  await assert.rejects(writeWhole({ write: async () => ({ bytesWritten: 0 }) }, TEXT), { code: 'ENOSPC' })
  assert.throws(() => writeWholeSync(() => 0, TEXT), { code: 'ENOSPC' })
})
