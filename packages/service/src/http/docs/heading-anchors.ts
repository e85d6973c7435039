// The anchors of headings, and the links to them.

import { html, type Markup } from './markup.ts'

/** Before the text of a heading: an anchor of its own, for a heading whose anchor would be another. */
const OWN_ANCHOR = /^(#{1,6} )<a id="([\w-]+)"><\/a>(.+)$/gm

/** The Markdown without such anchors, and the anchors by the text of their heading. */
export const takeOwnAnchors = (
  markdown: string,
): { readonly markdown: string; readonly anchors: ReadonlyMap<string, string> } => {
  const anchors = new Map<string, string>()
  const without = markdown.replace(OWN_ANCHOR, (_, marks: string, anchor: string, text: string) => {
    anchors.set(text.trim(), anchor)
    return marks + text
  })
  return { markdown: without, anchors }
}

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
