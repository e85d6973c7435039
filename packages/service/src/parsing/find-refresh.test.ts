import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRefresh } from './find-refresh.ts'

const URL_OF_PAGE = 'https://a.example/old/'
const find = (text: string, header?: string) => findRefresh({ url: URL_OF_PAGE, text, header })?.target.href
const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`

/** A page → the target of its refresh. */
const PAGES: Readonly<Record<string, string | undefined>> = {
  [meta('0;url=/new')]: 'https://a.example/new',
  [meta('0; url=new?a=1&amp;b=2')]: 'https://a.example/old/new?a=1&b=2',
  [`<base href="https://b.example/">${meta('5;new')}`]: 'https://b.example/new',
  '<meta HTTP-EQUIV=Refresh content=0;url=/new>': 'https://a.example/new',
  [meta('6;url=/new')]: undefined,
  [meta('0')]: undefined,
  [meta('0;url=#top')]: undefined,
  [meta('0;url=javascript:alert(1)')]: undefined,
  [`<noscript>${meta('0;url=/new')}</noscript>`]: undefined,
  [`<!--${meta('0;url=/new')}-->`]: undefined,
}

test('finds the target of an immediate refresh, and of no other', () => {
  for (const [text, target] of Object.entries(PAGES)) assert.equal(find(text), target, text)
})

test('the header field takes precedence over the page', () => {
  assert.equal(find(meta('0;url=/other'), '0;url=/new'), 'https://a.example/new')
  assert.equal(find('', '60;url=/new'), undefined)
})
