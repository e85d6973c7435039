import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMedia, makePost } from '../../client/src/fake/create-fake-service.ts'
import { isFiltering, matches, NO_FILTER } from './filter.ts'

const post = makePost({
  ...{ id: '1', kind: 'image', title: 'Übersee', text: 'Das Schiff legt ab' },
  ...{ publishedAt: new Date(2025, 4, 3, 23, 30).toISOString(), media: [makeMedia({ alt: 'A ship’s bow' })] },
})
const matchesWith = (filter: Partial<typeof NO_FILTER>) => matches(post, { ...NO_FILTER, ...filter })

test('a search finds words anywhere, ignoring case, accents and order', () => {
  for (const search of ['schiff', 'UBERSEE', 'legt über', ' bow  ship', '']) assert.ok(matchesWith({ search }), search)
  for (const search of ['schiffe', 'schiff stern']) assert.ok(!matchesWith({ search }), search)
})

test('days are in the editor’s time zone, and the range is inclusive', () => {
  assert.ok(matchesWith({ from: '2025-05-03', until: '2025-05-03' }))
  assert.ok(!matchesWith({ from: '2025-05-04' }))
  assert.ok(!matchesWith({ until: '2025-05-02' }))
  assert.ok(!matches({ ...post, publishedAt: null }, { ...NO_FILTER, from: '2000-01-01' }))
  assert.ok(!matches({ ...post, publishedAt: 'soon' }, { ...NO_FILTER, until: '2100-01-01' }))
})

test('a kind matches only that kind', () => {
  assert.ok(matchesWith({ kind: 'image' }))
  assert.ok(!matchesWith({ kind: 'video' }))
  assert.equal(isFiltering(NO_FILTER), false)
  assert.equal(isFiltering({ ...NO_FILTER, kind: 'video' }), true)
})
