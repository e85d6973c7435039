import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase62, randomBase62 } from './base62.ts'

test('all characters are equally likely', () => {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const counts = new Map<string, number>()
  for (const character of randomBase62(248, () => everyByte)) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  assert.deepEqual(new Set(counts.values()), new Set([4]))
})

test('bytes that would skew the distribution are discarded', () => {
  const draws = [Buffer.from([255, 248, 0]), Buffer.from([250, 61]), Buffer.from([10])]
  const requested: number[] = []
  const text = randomBase62(3, (size) => {
    requested.push(size)
    return draws.shift() ?? Buffer.alloc(0)
  })
  assert.equal(text, '0zA')
  assert.deepEqual(requested, [3, 2, 1])
})

test('pads numbers with zeros', () => {
  assert.equal(encodeBase62(0, 6), '000000')
  assert.equal(encodeBase62(61, 6), '00000z')
  assert.equal(encodeBase62(62, 6), '000010')
  assert.equal(encodeBase62(0xffff_ffff, 6), '4gfFC3')
})
