import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildPost } from '../../post/build-post.ts'
import { piecesOf, serializePosts } from './serialized-posts.ts'

const listOf = (pieces: readonly Uint8Array[]) => JSON.parse(`[${Buffer.concat(pieces)}]`)

test('posts survive serialization, each with the added field', async () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed()))
  await fc.assert(
    fc.asyncProperty(texts, async (each) => {
      const posts = each.map((text, at) => buildPost({ id: String(at), text: text || null, title: '}],{' }))
      const { posts: written, next } = await serializePosts({ posts, next: 'behind' })
      assert.equal(next, 'behind')
      const expected = posts.map((post) => ({ ...post, seen: ['"'] }))
      assert.deepEqual(listOf(piecesOf(written, '"seen":["\\""]')), expected)
    }),
  )
})

test('serializes a repeated post once, at its first position', async () => {
  const posts = ['a', 'b', 'a', 'c', 'b'].map((id) => buildPost({ id, text: 'a' }))
  const { posts: written } = await serializePosts({ posts, next: undefined })
  assert.deepEqual(
    listOf(piecesOf(written, '"n":1')).map(({ id }: { id: string }) => id),
    ['a', 'b', 'c'],
  )
})

test('posts have memory of their own, which can be transferred', async () => {
  const { posts } = await serializePosts({ posts: [buildPost({ id: 'a', text: 'a' })], next: undefined })
  const moved = structuredClone(posts, { transfer: [posts.json.buffer] })
  assert.equal(posts.json.byteLength, 0)
  assert.equal(listOf(piecesOf(moved, '"n":1'))[0].id, 'a')
})
