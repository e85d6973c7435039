import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMedia, makePost } from '../../client/src/fake/create-fake-service.ts'
import { beginningOf, httpUrlOf, labelOf, previewImageOf, textOfCard } from './describe-post.ts'
import { createSay } from './strings.ts'

const say = createSay({}, 'en-GB')

test('a label has the date, the kind and the beginning of the text', () => {
  const label = labelOf({ kind: 'video', publishedAt: '2025-05-03T12:00:00.000Z', text: 'A film' }, say)
  assert.equal(label, '3 May 2025, Video: A film')
  assert.equal(labelOf({ kind: null, publishedAt: null, text: null }, say), 'No date, Text')
  assert.equal(labelOf({ kind: 'hologram', publishedAt: 'soon', text: 'A' }, say), 'No date, hologram: A')
})

test('text is truncated after eighty graphemes, between words if possible', () => {
  assert.equal(beginningOf(null), null)
  assert.equal(beginningOf('x'.repeat(80)), 'x'.repeat(80))
  assert.equal(beginningOf('x'.repeat(81)), `${'x'.repeat(80)}…`)
  assert.equal(beginningOf(`${'x'.repeat(70)} ${'y'.repeat(20)}`), `${'x'.repeat(70)}…`)
  assert.equal(beginningOf('👩‍👩‍👧‍👦'.repeat(90)), `${'👩‍👩‍👧‍👦'.repeat(80)}…`)
  assert.equal(beginningOf(' a\n\n b\t'), 'a b')
})

test('the text of a card begins like the label and has up to four hundred characters', () => {
  const { begin, rest } = textOfCard(makePost({ id: '1', title: 'Title', text: 'word '.repeat(40_000) }))
  assert.equal(begin, 'Title')
  assert.match(`${begin}${rest}`, /^Title (?:word )+word…$/)
  assert.ok(begin.length + rest.length <= 401)
  const long = textOfCard(makePost({ id: '1', text: 'word '.repeat(100) }))
  assert.deepEqual([long.begin.length, long.begin.endsWith('word')], [79, true])
  assert.deepEqual(textOfCard(makePost({ id: '1' })), { begin: '', rest: '' })
  const link = { url: 'https://a.example', title: 'A page', description: null, imageUrl: null }
  assert.equal(textOfCard(makePost({ id: '1', link })).begin, 'A page')
})

test('the preview image is the smallest image of the first medium that has one, or the image of the link', () => {
  const of = (...media: readonly Parameters<typeof makeMedia>[0][]) =>
    previewImageOf(makePost({ id: '1', media: media.map(makeMedia) }))
  assert.deepEqual(of({ url: 'large', previewUrl: 'small', alt: 'A cat' }), { url: 'small', alt: 'A cat' })
  assert.deepEqual(of({ url: 'large' }), { url: 'large', alt: '' })
  assert.deepEqual(of({ url: 'large', sizes: [320, 640, 1_080] }), { url: 'large?w=640', alt: '' })
  assert.deepEqual(of({ url: 'large', sizes: [320] }), { url: 'large', alt: '' })
  assert.deepEqual(of({ type: 'video', url: 'film' }, { url: 'large' }), { url: 'large', alt: '' })
  assert.equal(of({ type: 'audio', url: 'song' }), null)
  const link = { url: 'https://a.example', title: null, description: null, imageUrl: 'card' }
  assert.deepEqual(previewImageOf(makePost({ id: '1', link })), { url: 'card', alt: '' })
})

test('only http(s) URLs are accepted', () => {
  assert.equal(httpUrlOf('https://a.example/b'), 'https://a.example/b')
  assert.equal(httpUrlOf('/copies/1.png', 'https://a.example/b'), 'https://a.example/copies/1.png')
  for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,a', 'file:///etc', '', '/a', null])
    assert.equal(httpUrlOf(url), null, String(url))
  assert.equal(httpUrlOf('javascript:alert(1)', 'https://a.example/b'), null)
})
