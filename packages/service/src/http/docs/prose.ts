// Converts text with `code` in backticks to HTML. An empty line separates paragraphs.

import { html, type Markup } from './markup.ts'

/** Converts text without paragraphs. */
export const inline = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const paragraphs = (text: string): Markup =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
