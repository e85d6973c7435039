// “Little text”, LinkedIn's own markup: mentions `@[Name](urn)`, hashtags `{hashtag|\#|tag}` or plain, all else escaped by `\`.
// https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format

import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml, paragraphs, plainText, withoutControls } from '../../post/text.ts'

export type LittleText = {
  readonly text: string | null
  readonly html: string | null
  readonly tags: readonly string[]
}

const SITE = 'https://www.linkedin.com'
const MARKS =
  /@\[(?<name>(?:[^\\\]]|\\.){1,300})\]\((?<urn>urn:li:[\w:]{1,100})\)|\{hashtag\|\\?#\|(?<tag>(?:[^\\}|]|\\.){1,200})\}|(?<![\p{L}\p{N}_&/\\])#(?<plain>[\p{L}\p{N}\p{M}_]+)|\\(?<escaped>[|{}@[\]()<>#*_~\\])|(?<address>\bhttps?:\/\/[^\s<>"'\\]+[^\s<>"'.,;:!?)\]}\\])/gu

/** Who is mentioned → their page. */
const PAGES: Readonly<Record<string, string>> = { organization: 'company', organizationBrand: 'showcase' }

const pageOf = (urn: string): string | undefined => {
  const [, , kind = '', id = ''] = urn.split(':')
  return Object.hasOwn(PAGES, kind) && /^\d+$/.test(id) ? `${SITE}/${PAGES[kind]}/${id}/` : undefined
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

export const readLittleText = (value: unknown): LittleText => {
  const source = withoutControls(typeof value === 'string' ? value.slice(0, 20_000) : '')
  const tags: string[] = []
  let text = ''
  let html = ''
  const add = (shown: string, url?: string) => {
    text += shown
    html += url === undefined ? escapeText(shown) : linkHtml(url, shown)
  }
  let from = 0
  for (const { 0: mark, index, groups = {} } of source.matchAll(MARKS)) {
    add(source.slice(from, index))
    from = index + mark.length
    const { name, urn, escaped, address } = groups
    const written = groups.tag ?? groups.plain
    if (name !== undefined) add(unescaped(name), pageOf(urn ?? ''))
    else if (written !== undefined) {
      const tag = unescaped(written)
      tags.push(tag)
      add(`#${tag}`, `${SITE}/feed/hashtag/${encodeURIComponent(tag.toLowerCase())}/`)
    } else add(escaped ?? address ?? mark, address)
  }
  add(source.slice(from))
  const plain = plainText(text)
  return { text: plain, html: plain === null ? null : paragraphs(html.trim()), tags }
}
