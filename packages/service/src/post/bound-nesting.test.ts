import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linksOf } from '../feeds/page-links.ts'
import { boundNesting } from './bound-nesting.ts'
import { htmlToText, sanitizeHtml } from './html.ts'
import { walkHtml } from './markup/walk-html.ts'

const nested = (depth: number) => `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`

/** A megabyte and more, each of it minutes of work without a bound. */
const HOSTILE: Readonly<Record<string, string>> = {
  'elements that never close': '<div>'.repeat(300_000),
  'elements that others pretend to close': '<b>'.repeat(150_000) + '</div>'.repeat(150_000),
  'elements that close only in comments': '<div><!--</div>-->'.repeat(80_000),
  'elements that close only in attributes': '<div><img title="</div>">'.repeat(60_000),
  'forms of a picture for many pictures': `<picture>${'<source srcset="a 1x">'.repeat(4_500)}${'<img>'.repeat(4_500)}`,
  'many forms of many pictures': `<picture>${`<source srcset="${'a 1x,'.repeat(50)}">`.repeat(400)}${'<img src=x>'.repeat(9_000)}`,
  'elements that close nothing': '<div>'.repeat(150_000) + '</p>'.repeat(150_000),
}

const READERS: Readonly<Record<string, (html: string) => unknown>> = {
  boundNesting,
  sanitizeHtml,
  htmlToText,
  walkHtml: (html) => walkHtml(html, 'https://blog.example/'),
  linksOf: (html) =>
    linksOf({ status: 200, url: 'https://blog.example/', headers: {}, text: () => html, json: () => null }),
}

/** Each takes 20 seconds and more without the bound, on a machine with nothing else to do. */
const MAX_MS = 5_000

describe('boundNesting', () => {
  it('leaves what people write as it is', () => {
    for (const html of [
      '',
      'text',
      nested(200),
      '<p>a'.repeat(1_000),
      '<li>a'.repeat(1_000),
      '<br><img src=x>'.repeat(1_000),
    ])
      assert.equal(boundNesting(html), html)
  })

  it('cuts before the first element that is too deep', () => {
    assert.equal(boundNesting(`<p>a</p>${nested(300)}<p>b</p>`), `<p>a</p>${'<div>'.repeat(256)}`)
  })

  for (const [reader, read] of Object.entries(READERS)) {
    for (const [what, html] of Object.entries(HOSTILE)) {
      it(`lets ${reader} be done with ${what}`, () => {
        const started = process.cpuUsage()
        read(html)
        const usedMs = process.cpuUsage(started).user / 1_000
        assert.ok(usedMs < MAX_MS, `${usedMs} ms`)
      })
    }
  }
})
