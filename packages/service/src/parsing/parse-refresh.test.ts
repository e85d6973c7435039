import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRefresh } from './parse-refresh.ts'

describe('parseRefresh', () => {
  const cases: readonly [string, readonly [number, string | undefined] | undefined][] = [
    ['0; url=/a', [0, '/a']],
    ['0;URL=/a', [0, '/a']],
    [' 3 ; Url = /a ', [3, '/a']],
    ['0;url="/a b"', [0, '/a b']],
    ["0;url='/a'x", [0, '/a']],
    ['0;url="/a', [0, '/a']],
    ['0; url=\'/a?b="c"\'', [0, '/a?b="c"']],
    ['0,url=/a', [0, '/a']],
    ['0 url=/a', [0, '/a']],
    ['0;/a', [0, '/a']],
    ['0; "/a"', [0, '/a']],
    ['0; u=/a', [0, 'u=/a']],
    ['0; url', [0, 'url']],
    ['0; url.html', [0, 'url.html']],
    ['0;https://b.example/?url=c', [0, 'https://b.example/?url=c']],
    ['1.5;url=/a', [1, '/a']],
    ['.5;url=/a', [0, '/a']],
    ['1..2.;url=/a', [1, '/a']],
    ['007;url=/a', [7, '/a']],
    ['5', [5, undefined]],
    ['5;', [5, undefined]],
    ['5;url=', [5, undefined]],
    ['5;url=""', [5, undefined]],
    ['300;url=/a', [300, '/a']],
    ['', undefined],
    ['url=/a', undefined],
    ['-1;url=/a', undefined],
    ['+1;url=/a', undefined],
    ['1x;url=/a', undefined],
    ['x', undefined],
  ]
  for (const [value, refresh] of cases)
    it(`reads ${JSON.stringify(value)}`, () => {
      const [seconds, reference] = refresh ?? []
      assert.deepEqual(parseRefresh(value), refresh && { seconds, reference })
    })
})
