// Untrusted HTML → HTML that is safe to insert into a page, or its text. For both, or for the media, call walkHtml
// once.

import { walkHtml, walkText } from './markup/walk-html.ts'
import type { Profile } from './post.ts'
import { paragraphs } from './text.ts'

/** Keeps text, structure, links and media. Drops scripts, styles, event handlers, forms and frames. URLs are made
 * absolute against `base`, or dropped; links get `rel="nofollow noopener ugc"`. null if nothing visible is left. Reads
 * and writes within the limits of a post, end tags aside. */
export const sanitizeHtml = (html: string, base?: string | URL): string | null => walkHtml(html, base).html

/** The text of HTML as a reader sees it: entities decoded, spaces collapsed, lines kept. null if there is none. */
export const htmlToText = (html: string): string | null => walkText(html)

/** Light HTML, in which line breaks count, as text and HTML. Both are null without text. */
export const readLightHtml = (written: string, base: string): Profile['bio'] => {
  // Most images and videos have no description.
  const { text, html } = walkHtml(written && paragraphs(written), base)
  return { text, html: text === null ? null : html }
}
