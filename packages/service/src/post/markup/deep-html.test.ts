import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linksOf } from '../../feeds/page-links.ts'
import { readCards } from '../../platforms/ghost/read-cards.ts'
import { readPageTree } from '../../platforms/telegram/page-tree.ts'
import { readPreview } from '../../validation/preview/read-preview.ts'
import { htmlToText, sanitizeHtml } from '../html.ts'
import { parseHtml } from './parse-html.ts'
import { walkHtml } from './walk-html.ts'

const nested = (depth: number) => `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`

/** A megabyte or more each, and minutes of work without a limit. */
const HOSTILE: Readonly<Record<string, string>> = {
  'elements that never close': '<div>'.repeat(300_000),
  'elements that others pretend to close': '<b>'.repeat(150_000) + '</div>'.repeat(150_000),
  'elements that close only in comments': '<div><!--</div>-->'.repeat(80_000),
  'elements that close only in attributes': '<div><img title="</div>">'.repeat(60_000),
  'many sources for many images': `<picture>${'<source srcset="a 1x">'.repeat(4_500)}${'<img>'.repeat(4_500)}`,
  'many forms of many pictures': `<picture>${`<source srcset="${'a 1x,'.repeat(50)}">`.repeat(400)}${'<img src=x>'.repeat(9_000)}`,
  'elements that close nothing': '<div>'.repeat(150_000) + '</p>'.repeat(150_000),
}

/** How many elements are reported. */
const opened = (html: string): number => {
  let count = 0
  parseHtml(html, {
    open() {
      count += 1
    },
  })
  return count
}

const READERS: Readonly<Record<string, (html: string) => unknown>> = {
  parseHtml: (html) => opened(html),
  sanitizeHtml,
  htmlToText,
  walkHtml: (html) => walkHtml(html, 'https://blog.example/'),
  linksOf: (html) =>
    linksOf({ status: 200, url: 'https://blog.example/', headers: {}, text: () => html, json: () => null }),
  readCards: (html) => readCards(`<img>${html}`, 'https://blog.example/'),
  readPageTree: (html) => readPageTree(html).findAll('.a', 'b').length,
  readPreview: (html) => readPreview({ text: `<meta name=x>${html}<h1>`, url: 'https://blog.example/' }),
}

/** Each takes 20 seconds or more without the limit, on an idle machine. */
const MAX_MS = 5_000

describe('deeply nested HTML', () => {
  it('is read to its end where people write it', () => {
    for (const html of [nested(200), '<p>a'.repeat(1_000), '<li>a'.repeat(1_000), '<br><img src=x>'.repeat(1_000)])
      assert.equal(opened(html), html.split(/<[a-z]/).length - 1)
  })

  it('is read up to the first element that is too deep', () => {
    assert.equal(opened(`<p>a</p>${nested(300)}<p>b</p>`), 1 + 256)
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
