import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { writeZip } from './write-zip.ts'

/** Reads the files of an archive through its central directory. */
const readZip = (bytes: Buffer): readonly (readonly [name: string, text: string, isWhole: boolean])[] => {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    const [sum, packed, nameLength] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ]
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = inflateRawSync(bytes.subarray(start, start + packed))
    at += 46 + nameLength
    return [name, data.toString(), crc32(data) === sum] as const
  })
}

test('a zip contains every file intact, and is reproducible', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const files = [
    { name: 'acme-posts/one.php', data: Buffer.from('<?php echo 1;') },
    { name: 'acme-posts/ä/empty.txt', data: Buffer.alloc(0) },
  ]
  for (const name of ['a.zip', 'b.zip']) writeZip(join(folder, name), files)
  const [first, second] = ['a.zip', 'b.zip'].map((name) => readFileSync(join(folder, name)))
  assert.deepEqual(first, second)
  assert.deepEqual(readZip(first ?? Buffer.alloc(0)), [
    ['acme-posts/one.php', '<?php echo 1;', true],
    ['acme-posts/ä/empty.txt', '', true],
  ])
})
