import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makePost } from '../../client/src/fake/create-fake-service.ts'
import { asChosen, chosenFrom, moved, parseChosen, withoutPosts, withPosts, writeChosen } from './choice.ts'

const post = (id: string, text = id) => ({ ...makePost({ id, text }), platform: 'sandbox', handle: 'demo' })
const [a, b, c, d] = [post('a'), post('b'), post('c'), post('d')]
const ids = (chosen: readonly { readonly id: string }[]): string => chosen.map(({ id }) => id).join('')

test('posts are added at the end, each once, as many as there is room for', () => {
  const chosen = withPosts([], [a, b], 3)
  assert.equal(ids(chosen), 'ab')
  assert.equal(ids(withPosts(chosen, [b, c, d], 3)), 'abc')
  assert.equal(ids(withPosts(chosen, [c], 1)), 'ab')
})

test('a post of another profile is another one', () => {
  const others = [
    { ...a, handle: 'other' },
    { ...a, platform: 'mastodon' },
  ]
  assert.equal(withPosts([chosenFrom(a)], others, 9).length, 3)
  assert.equal(withoutPosts(withPosts([], [a, ...others], 9), [a]).length, 2)
})

test('a post is moved to another place, and nowhere beyond the ends', () => {
  const chosen = withPosts([], [a, b, c], 9)
  assert.equal(ids(moved(chosen, 0, 2)), 'bca')
  assert.equal(ids(moved(chosen, 2, 0)), 'cab')
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [3, 0],
  ] as const)
    assert.equal(moved(chosen, from, to), chosen)
})

describe('the value of a form', () => {
  test('holds what a server needs, and how the text begins', () => {
    const chosen = withPosts([], [post('a', `One\n${'two '.repeat(50)}`)], 9)
    assert.deepEqual(JSON.parse(writeChosen(chosen)), [
      {
        ...{ platform: 'sandbox', handle: 'demo', id: 'a', url: null, kind: 'text', publishedAt: null },
        text: `One ${'two '.repeat(18)}two…`,
      },
    ])
    assert.deepEqual(parseChosen(writeChosen(chosen)), chosen)
  })

  test('is read from as little as names a post', () => {
    const nothing = { url: null, kind: null, publishedAt: null, text: null }
    const named = { platform: 'sandbox', handle: 'demo', id: '1' }
    assert.deepEqual(parseChosen(JSON.stringify([named])), [{ ...named, ...nothing }])
  })

  test('is nobody’s choice where it is something else', () => {
    for (const text of ['', 'null', '{}', '[', '"a"', '[null, 1, "a", {}, {"platform":"a","handle":"b","id":1}]'])
      assert.deepEqual(parseChosen(text), [], text)
    assert.deepEqual(asChosen(undefined), [])
    const twice = [chosenFrom(a), chosenFrom(a)]
    assert.equal(asChosen(twice).length, 1)
    assert.equal(asChosen([{ ...chosenFrom(a), url: 1, text: '' }])[0]?.url, null)
  })
})
