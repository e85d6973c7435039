// Converts Telegram's markup to the HTML, text and tags of the normalized form.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { type WalkedHtml, walkHtml } from '../../post/markup/walk-html.ts'
import { SITE } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'

/** An image of an emoji with the emoji inside, which would show as bold and italic anywhere else. */
const DRAWN_EMOJI = /<i class="emoji"[^<>]{0,1000}><b>([^<>]{0,100})<\/b><\/i>/g
const LINK = /<a\s[^<>]{0,5000}>/g

/** The content of an element. Hashtags link to a search in the channel of this name. */
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
  // `#tag@channel` searches another channel.
  return query?.startsWith('#') === true ? [query.replace(/@\w+$/, '')] : []
}

/** The URL in an attribute, which Telegram escapes twice. */
export const readUrl = (value: string | undefined): string | null => absoluteUrl(value?.replaceAll('&amp;', '&'), SITE)

const BACKGROUND = /background-image:\s*url\(\s*(['"]?)([^'")]{1,2048})\1\s*\)/

/** Characters of a style attribute that are read. */
const MAX_STYLE = 4_000

/** The background image of an element. */
export const readBackground = (element: PageElement | undefined): string | null =>
  absoluteUrl(BACKGROUND.exec(element?.attribute('style')?.slice(0, MAX_STYLE) ?? '')?.[2], SITE)
