import assert from 'node:assert/strict'
import { test } from 'node:test'
import { late } from './late.ts'

const FILE = {
  MOST: 20,
  readName: async ({ id }: { readonly id: number }) => `name ${id}`,
  readSize: async ({ id }: { readonly id: number }) => id * 2,
}

test('loads a file once, when one of its readers is first called', async () => {
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

test('rejects when a file cannot be loaded, and loads it again for the next call', async () => {
  const outcomes = [Promise.reject(new Error('no such file')), Promise.resolve(FILE)]
  const name = late(() => outcomes.shift() ?? Promise.resolve(FILE))('readName')
  await assert.rejects(name({ id: 1 }), /no such file/)
  assert.equal(await name({ id: 1 }), 'name 1')
})
