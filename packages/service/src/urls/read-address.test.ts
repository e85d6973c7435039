import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress } from './read-address.ts'

const partsOf = (text: string) => {
  const { paths = [], query, route } = readAddress(text) ?? {}
  return [paths, Object.fromEntries(query ?? []), route]
}

test('escapes of the text that a URL was copied from are undone', () => {
  for (const ampersand of ['&amp;', '&amp;amp;', '&AMP;', '&#38;', '&#038;', '&#x26;', '&amp%3B', '\\u0026'])
    assert.deepEqual(
      partsOf(`https://a.example/w?x=1${ampersand}v=2`),
      [['/w'], { x: '1', v: '2' }, undefined],
      ampersand,
    )
  assert.deepEqual(partsOf('https:\\/\\/a.example\\/w?v\\u003d2'), [['/w'], { v: '2' }, undefined])
  assert.deepEqual(partsOf('https://a.example/w?x=a%26amp%3Bb'), [['/w'], { x: 'a&amp;b' }, undefined])
})

test('a query that lost its question mark is a query all the same', () => {
  for (const glued of ['&v=2&x=1', '%3Fv=2&x=1', '%3Fv%3D2%26x%3D1', '%26v=2&x=1', '?v=2?x=1', '?v=2&x=1'])
    assert.deepEqual(partsOf(`https://a.example/w${glued}`), [['/w'], { v: '2', x: '1' }, undefined], glued)
})

test('what may be glued to a path is cut off for a second look', () => {
  assert.deepEqual(partsOf('https://a.example/w/ab&')[0], ['/w/ab&', '/w/ab'])
  assert.deepEqual(partsOf('https://a.example/w/ab%23t'), [['/w/ab%23t', '/w/ab'], {}, undefined])
})

test('empty segments and escaped signs of paths are as a browser shows them', () => {
  assert.deepEqual(partsOf('https://a.example//%40desk//a%3A1/%24/')[0], ['/@desk/a:1/$'])
})

test('a program that keeps its place in the fragment has a route', () => {
  assert.deepEqual(partsOf('https://a.example/#/w?v=2'), [[''], { v: '2' }, '/w'])
  assert.deepEqual(partsOf('https://a.example/#!/w/1'), [[''], {}, '/w/1'])
  assert.deepEqual(partsOf('https://a.example/w#/x'), [['/w'], {}, undefined])
  assert.deepEqual(partsOf('https://a.example/#w'), [[''], {}, undefined])
})
