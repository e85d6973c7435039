import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUrl } from './parse-url.ts'

const partsOf = (text: string) => {
  const { paths = [], query, route } = parseUrl(text) ?? {}
  return [paths, Object.fromEntries(query ?? []), route]
}

test('undoes HTML and JSON escapes in a copied URL', () => {
  for (const ampersand of ['&amp;', '&amp;amp;', '&AMP;', '&#38;', '&#038;', '&#x26;', '&amp%3B', '\\u0026'])
    assert.deepEqual(
      partsOf(`https://a.example/w?x=1${ampersand}v=2`),
      [['/w'], { x: '1', v: '2' }, undefined],
      ampersand,
    )
  assert.deepEqual(partsOf('https:\\/\\/a.example\\/w?v\\u003d2'), [['/w'], { v: '2' }, undefined])
  assert.deepEqual(partsOf('https://a.example/w?x=a%26amp%3Bb'), [['/w'], { x: 'a&amp;b' }, undefined])
})

test('reads a query whose question mark is missing or escaped', () => {
  for (const glued of ['&v=2&x=1', '%3Fv=2&x=1', '%3Fv%3D2%26x%3D1', '%26v=2&x=1', '?v=2?x=1', '?v=2&x=1'])
    assert.deepEqual(partsOf(`https://a.example/w${glued}`), [['/w'], { v: '2', x: '1' }, undefined], glued)
})

test('returns the path, and the path without what may be appended to it', () => {
  assert.deepEqual(partsOf('https://a.example/w/ab&')[0], ['/w/ab&', '/w/ab'])
  assert.deepEqual(partsOf('https://a.example/w/ab%23t'), [['/w/ab%23t', '/w/ab'], {}, undefined])
})

test('removes empty segments and decodes `@`, `:` and `$` in paths', () => {
  assert.deepEqual(partsOf('https://a.example//%40desk//a%3A1/%24/')[0], ['/@desk/a:1/$'])
})

test('reads the route of a single-page app from the fragment', () => {
  assert.deepEqual(partsOf('https://a.example/#/w?v=2'), [[''], { v: '2' }, '/w'])
  assert.deepEqual(partsOf('https://a.example/#!/w/1'), [[''], {}, '/w/1'])
  assert.deepEqual(partsOf('https://a.example/w#/x'), [['/w'], {}, undefined])
  assert.deepEqual(partsOf('https://a.example/#w'), [[''], {}, undefined])
})
