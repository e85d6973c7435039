// Converts text with `code` in backticks and [links](https://…) to HTML. An empty line separates paragraphs.

import { html, type Markup } from './markup.ts'

/** Splits into text, the text of a link, its URL, text, and so on. */
const LINK = /\[([^\]]+)\]\((https?:[^)\s]+)\)/

const withLinks = (text: string): Markup => {
  const parts = text.split(LINK)
  return html`${parts.map((part, at) => {
    if (at % 3 === 0) return part
    return at % 3 === 1 && html`<a href="${parts[at + 1] ?? ''}">${part}</a>`
  })}`
}

/** Converts text without paragraphs. */
export const inline = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : withLinks(part)))}`

export const paragraphs = (text: string): Markup =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
