import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makePost } from '../../client/src/fake/create-fake-service.ts'
import { asChosen, chosenFrom, moved, parseChosen, withoutPosts, withPosts, writeChosen } from './choice.ts'

const post = (id: string, text = id) => ({ ...makePost({ id, text }), platform: 'sandbox', handle: 'demo' })
const [a, b, c, d] = [post('a'), post('b'), post('c'), post('d')]
const ids = (chosen: readonly { readonly id: string }[]): string => chosen.map(({ id }) => id).join('')

test('posts are appended up to the limit, without duplicates', () => {
  const chosen = withPosts([], [a, b], 3)
  assert.equal(ids(chosen), 'ab')
  assert.equal(ids(withPosts(chosen, [b, c, d], 3)), 'abc')
  assert.equal(ids(withPosts(chosen, [c], 1)), 'ab')
})

test('posts of different profiles are different posts', () => {
  const others = [
    { ...a, handle: 'other' },
    { ...a, platform: 'mastodon' },
  ]
  assert.equal(withPosts([chosenFrom(a)], others, 9).length, 3)
  assert.equal(withoutPosts(withPosts([], [a, ...others], 9), [a]).length, 2)
})

test('a post moves to another position, but not beyond the ends', () => {
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
  test('contains the reference for the server and the beginning of the text', () => {
    const chosen = withPosts([], [post('a', `One\n${'two '.repeat(50)}`)], 9)
    assert.deepEqual(JSON.parse(writeChosen(chosen)), [
      {
        ...{ platform: 'sandbox', handle: 'demo', id: 'a', url: null, kind: 'text', publishedAt: null },
        text: `One ${'two '.repeat(18)}two…`,
      },
    ])
    assert.deepEqual(parseChosen(writeChosen(chosen)), chosen)
  })

  test('is parsed from minimal references', () => {
    const nothing = { url: null, kind: null, publishedAt: null, text: null }
    const named = { platform: 'sandbox', handle: 'demo', id: '1' }
    assert.deepEqual(parseChosen(JSON.stringify([named])), [{ ...named, ...nothing }])
  })

  test('is an empty selection if it is invalid', () => {
    for (const text of ['', 'null', '{}', '[', '"a"', '[null, 1, "a", {}, {"platform":"a","handle":"b","id":1}]'])
      assert.deepEqual(parseChosen(text), [], text)
    assert.deepEqual(asChosen(undefined), [])
    const twice = [chosenFrom(a), chosenFrom(a)]
    assert.equal(asChosen(twice).length, 1)
    assert.equal(asChosen([{ ...chosenFrom(a), url: 1, text: '' }])[0]?.url, null)
  })
})
