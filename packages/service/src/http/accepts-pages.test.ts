import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsPages } from './accepts-pages.ts'

const CASES: readonly (readonly [accepted: string | undefined, isPage: boolean, client: string])[] = [
  [undefined, true, 'no header'],
  ['', true, 'an empty header'],
  ['*/*', true, 'curl, fetch'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true, 'Firefox'],
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    true,
    'Chromium',
  ],
  ['application/xhtml+xml', true, 'XHTML only'],
  ['text/*', true, 'any text'],
  ['TEXT/HTML', true, 'names in capitals'],
  ['application/json;q=0.5, text/html', true, 'JSON second'],
  ['application/json, text/html', true, 'both alike'],
  ['application/json', false, 'JSON only'],
  ['application/json, text/plain, */*', false, 'axios'],
  ['application/json, text/html;q=0.5', false, 'a page second'],
  ['text/html;q=0', false, 'no page'],
  ['text/html;q=none', false, 'an invalid weight'],
  ['image/png', false, 'an image'],
]

for (const [accepted, isPage, client] of CASES) {
  test(`${client}: ${isPage ? 'a page' : 'JSON'}`, () => {
    assert.equal(acceptsPages(accepted), isPage)
  })
}
