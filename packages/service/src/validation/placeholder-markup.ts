// Reads the tags and scripts of a page apart from its text. They distinguish a bot check from an article about one,
// whose text may quote it.

import { type Tag, walkTags } from '../parsing/walk-tags.ts'

export type PlaceholderMarkup = {
  /** Start tags as written, with their names. */
  readonly tags: readonly { readonly name: string; readonly source: string }[]
  /** The text of inline scripts that run. */
  readonly scripts: readonly string[]
  /** The number of visible characters without white space. */
  readonly shown: number
}

/** Scripts of other types are data, which may also contain an article. */
const RUN = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i
const isRun = ({ name, attributes }: Tag): boolean => name === 'script' && RUN.test((attributes().type ?? '').trim())

/** Elements with content that is not shown in place. */
const UNSHOWN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noembed', 'noframes'])

export const readPlaceholderMarkup = (html: string): PlaceholderMarkup => {
  const tags: { name: string; source: string }[] = []
  const scripts: string[] = []
  let shown = 0
  let last: Tag | undefined
  const leave = (to: number): void => {
    const text = html.slice(last?.end ?? 0, to)
    if (last && !last.isEnd && isRun(last)) scripts.push(text)
    if (!last || last.isEnd || !UNSHOWN.has(last.name)) shown += text.replaceAll(/\s+|<!--.*?(?:-->|$)/gs, '').length
  }
  walkTags(html, (tag) => {
    leave(tag.from)
    last = tag
    if (!tag.isEnd) tags.push({ name: tag.name, source: html.slice(tag.from, tag.end) })
    return false
  })
  leave(html.length)
  return { tags, scripts, shown }
}
