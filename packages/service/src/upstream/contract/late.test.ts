import assert from 'node:assert/strict'
import { test } from 'node:test'
import { late } from './late.ts'

const FILE = {
  MOST: 20,
  readName: async ({ id }: { readonly id: number }) => `name ${id}`,
  readSize: async ({ id }: { readonly id: number }) => id * 2,
}

test('a file is loaded once, and not before one of its readers is asked', async () => {
  let loads = 0
  const read = late(async () => {
    loads += 1
    return FILE
  })
  const [name, size] = [read('readName'), read('readSize')]
  assert.equal(loads, 0)
  assert.deepEqual(await Promise.all([name({ id: 1 }), size({ id: 2 }), name({ id: 3 })]), ['name 1', 4, 'name 3'])
  assert.equal(loads, 1)
})

test('who asks is told that a file cannot be loaded, and the next one has it loaded anew', async () => {
  const outcomes = [Promise.reject(new Error('no such file')), Promise.resolve(FILE)]
  const name = late(() => outcomes.shift() ?? Promise.resolve(FILE))('readName')
  await assert.rejects(name({ id: 1 }), /no such file/)
  assert.equal(await name({ id: 1 }), 'name 1')
})
