import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownToHtml } from './markdown-to-html.ts'
import { walkHtml } from './walk-html.ts'

/** HTML → whether it hides text until a reader asks for it. */
const HIDING: readonly (readonly [html: string, hides: boolean])[] = [
  ['It was <tg-spoiler>the gardener</tg-spoiler>.', true],
  ['<span class="tg-spoiler">x</span>', true],
  ['<p><span class="md-spoiler-text">x</span></p>', true],
  ['<span class="x SPOILER">x</span>', true],
  ['<div class="spoiler spoiler-blurred">x</div>', true],
  ['<span class="mfm-blur">x</span>', true],
  ['<span data-mx-spoiler="why">x</span>', true],
  ['<span data-mx-spoiler>x</span>', true],
  ['<blockquote><p><tg-spoiler>x</tg-spoiler></p></blockquote>', true],
  [markdownToHtml('a\n\n::: spoiler more\nb\n:::'), true],
  ['<script><tg-spoiler>x</tg-spoiler></script>', false],
  ['<details><summary>more</summary>x</details>', false],
  ['<span class="no-spoiler spoilers">spoiler</span>', false],
  ['plain', false],
  ['', false],
]

test('detects hidden text, however a program marks it', () => {
  for (const [html, hides] of HIDING) assert.equal(walkHtml(html).hides, hides, html)
})

test('keeps hidden text and drops the marks', () => {
  const { text, html } = walkHtml('<p>It was <tg-spoiler>the gardener</tg-spoiler>.</p>')
  assert.deepEqual([text, html], ['It was the gardener.', '<p>It was the gardener.</p>'])
})
