import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldTag, readTags, writeTags } from './tags.ts'

test('a hashtag is folded, in any script', () => {
  assert.equal(foldTag('#Bread'), 'bread')
  assert.equal(foldTag('＃パン'), 'パン')
  assert.equal(foldTag('Cafe\u0301'), 'café')
  assert.equal(foldTag('2026wedding'), '2026wedding')
  for (const text of ['', '#', '2026', 'two words', 'a/b', 'a.b', 'x'.repeat(101)])
    assert.equal(foldTag(text), undefined)
})

test('several are sorted, each once, at most five', () => {
  const spellings: Readonly<Record<string, string | undefined>> = {
    bread: 'bread',
    'Rye,bread': 'bread,rye',
    'rye+bread': 'bread+rye',
    'bread+#rye': 'bread+rye',
    'rye-spelt-oat': 'rye-oat-spelt',
    'b,a+c-d': 'a,b+c-d',
    'bread,bread': 'bread',
    'bread+bread': 'bread',
    'a1,b1,c1,d1,e1': 'a1,b1,c1,d1,e1',
    'a1,b1,c1,d1,e1,f1': undefined,
    'bread+': undefined,
    '-bread': undefined,
    'bread,1': undefined,
  }
  for (const [written, canonical] of Object.entries(spellings)) {
    const tags = readTags(written)
    assert.equal(tags && writeTags(tags), canonical, written)
  }
})

test('the canonical form is its own, whatever was written', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-c]{1,2}(?:[,+-][a-c]{1,2}){0,4}$/), (written) => {
      const tags = readTags(written)
      assert.ok(tags)
      const canonical = writeTags(tags)
      const again = readTags(canonical)
      assert.equal(again && writeTags(again), canonical)
    }),
  )
})
