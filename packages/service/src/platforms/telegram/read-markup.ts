// Telegram's markup → HTML, text and tags of the normalized form.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { type WalkedHtml, walkHtml } from '../../post/markup/walk-html.ts'
import { SITE } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'

/** A picture of an emoji around the emoji itself, which reads as bold and slanted anywhere else. */
const DRAWN_EMOJI = /<i class="emoji"[^<>]{0,1000}><b>([^<>]{0,100})<\/b><\/i>/g
const LINK = /<a\s[^<>]{0,5000}>/g

/** What an element says; hashtags are searches in the channel of this name. */
export const readMarkup = (element: PageElement, name: string): WalkedHtml => {
  const html = element
    .html()
    .replace(DRAWN_EMOJI, '$1')
    .replace(LINK, (tag) => tag.replaceAll('&amp;amp;', '&amp;'))
  const walked = walkHtml(html, `${SITE}/s/${name}`)
  return { ...walked, tags: walked.links.flatMap(hashtagOf) }
}

const hashtagOf = (link: string): string[] => {
  const { origin, pathname, searchParams } = new URL(link)
  const query = origin === SITE && pathname.startsWith('/s/') ? searchParams.get('q') : null
  return query?.startsWith('#') === true ? [query] : []
}

/** An address that stands in an attribute, where it is escaped once more than the rest of the page. */
export const readAddress = (value: string | undefined): string | null =>
  absoluteUrl(value?.replaceAll('&amp;', '&'), SITE)

const BACKGROUND = /background-image:\s*url\(\s*(['"]?)([^'")]{1,2048})\1\s*\)/

/** Of a style that is looked at. */
const MOST_STYLE = 4_000

/** The picture that an element is painted with. */
export const readBackground = (element: PageElement | undefined): string | null =>
  absoluteUrl(BACKGROUND.exec(element?.attribute('style')?.slice(0, MOST_STYLE) ?? '')?.[2], SITE)
