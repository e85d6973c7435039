// Names that people or clients chose, for pages on which somebody decides whether to trust them.

import { html, type Markup } from '../../docs/markup.ts'

/** What turns the text around it, breaks the line, or cannot be seen: controls, and those of bidirectional text (UAX #9). */
const TURNING = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

export const readable = (text: string): string => text.replace(TURNING, '')

/** Isolated, so that letters from right to left stay inside of it. */
export const isolated = (text: string): Markup => html`<bdi>${readable(text)}</bdi>`
