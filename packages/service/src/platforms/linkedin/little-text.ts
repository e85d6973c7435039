// “Little text”, LinkedIn's own markup: mentions `@[Name](urn)`, hashtags `{hashtag|\#|tag}` or plain. Everything else
// is escaped with `\`. https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format

import { hashtagsOf, inlineHtml, type Links } from '../../post/describe-text.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml, paragraphs, plainText, withoutControls } from '../../post/text.ts'

export type LittleText = {
  readonly text: string | null
  readonly html: string | null
  readonly tags: readonly string[]
}

const SITE = 'https://www.linkedin.com'
/** Mentions, hashtags and escaped characters. */
const MARKS =
  /@\[(?<name>(?:[^\\\]]|\\.){1,300})\]\((?<urn>urn:li:[^\s()]{1,200})\)|\{hashtag\|\\?#\|(?<tag>(?:[^\\}|]|\\.){1,200})\}|\\(?<escaped>[|{}@[\]()<>#*_~\\])/gu

const tagUrl = (tag: string): string => `${SITE}/feed/hashtag/${encodeURIComponent(tag.toLowerCase())}/`

/** Kind of a mentioned URN → path of its page. */
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
  let run = ''
  let literal = new Set<number>()
  /** Searches for links in the unescaped text, because URLs contain escaped characters too. */
  const endRun = () => {
    const links: Links = { tag: tagUrl, numbers: true, literal }
    text += run
    html += inlineHtml(run, links)
    tags.push(...hashtagsOf(run, links).map((tag) => tag.slice(1)))
    run = ''
    literal = new Set()
  }
  const add = (shown: string, url: string | undefined) => {
    endRun()
    text += shown
    html += url === undefined ? escapeText(shown) : linkHtml(url, shown)
  }
  let from = 0
  for (const { 0: mark, index, groups = {} } of source.matchAll(MARKS)) {
    run += source.slice(from, index)
    from = index + mark.length
    const { name, urn = '', tag, escaped = '' } = groups
    if (name !== undefined) add(unescaped(name), pageOf(urn))
    else if (tag !== undefined) {
      const written = unescaped(tag)
      add(`#${written}`, tagUrl(written))
      tags.push(written)
    } else {
      literal.add(run.length)
      run += escaped
    }
  }
  run += source.slice(from)
  endRun()
  const plain = plainText(text)
  return { text: plain, html: plain === null ? null : paragraphs(html.trim()), tags }
}
