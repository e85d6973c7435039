import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createWords } from './create-words.ts'

const word = fc.string({ unit: fc.constantFrom(...'ab/ é'), maxLength: 6 })

test('finds a word at any position, like a Map', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.nat())), word, word, word, (known, before, requested, behind) => {
      const words = createWords(known)
      const map = new Map(known.toReversed())
      const text = before + requested + behind
      assert.equal(words.find(text, before.length, before.length + requested.length), map.get(requested))
    }),
    { numRuns: 2_000 },
  )
})

test('learns at most the given number of words and forgets none', () => {
  const words = createWords([['a', 1]], 2)
  words.learn('a', 9)
  words.learn('b', 2)
  words.learn('c', 3)
  assert.deepEqual(
    ['a', 'b', 'c'].map((each) => words.find(each, 0, 1)),
    [1, 2, undefined],
  )
})
