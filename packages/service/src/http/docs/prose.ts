// Sentences with `code` in backticks → markup. Paragraphs are parted by an empty line.

import { html, type Markup } from './markup.ts'

/** One run of text. */
export const inline = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const paragraphs = (text: string): Markup =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
