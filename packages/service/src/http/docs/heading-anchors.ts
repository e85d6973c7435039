// The anchors of headings, and the links to them.

import { html, type Markup } from './markup.ts'

/** Creates the anchors of headings as GitHub does, with a number for repeated headings. */
export const createAnchors = (): ((heading: string) => string) => {
  const taken = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const before = taken.get(anchor) ?? 0
    taken.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

/** A link to the section, shown next to its heading. */
export const anchorLink = ({ anchor, text }: { readonly anchor: string; readonly text: string }): Markup =>
  html`<a class="anchor" href="#${anchor}" aria-label="Link to the section ${text}"></a>`
