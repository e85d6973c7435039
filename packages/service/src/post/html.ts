// HTML from elsewhere → HTML that is safe to put into a page, or the text of it. Where both are wanted, or the media, one
// walk gives all: walkHtml.

import { walkHtml, walkText } from './markup/walk-html.ts'
import type { Profile } from './post.ts'
import { paragraphs } from './text.ts'

/**
 * Keeps text, structure, links and media; drops scripts, styles, event handlers, forms and frames. Addresses become
 * absolute against `base`, or go; links get `rel="nofollow noopener ugc"`. null when nothing is left to see. Reads what is
 * within the limits of a post, and writes no more characters than they allow, end tags aside.
 */
export const sanitizeHtml = (html: string, base?: string | URL): string | null => walkHtml(html, base).html

/** The text of a piece of HTML as a person reads it: entities decoded, spaces folded, lines kept. null when there is none. */
export const htmlToText = (html: string): string | null => walkText(html)

/** Light HTML, whose line ends mean what they mean in text, as text and HTML. Without a word it is neither. */
export const readLightHtml = (written: string, base: string): Profile['bio'] => {
  // Most pictures and films have no description.
  const { text, html } = walkHtml(written && paragraphs(written), base)
  return { text, html: text === null ? null : html }
}
