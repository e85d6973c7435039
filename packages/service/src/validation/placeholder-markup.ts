// What a page is made of besides the words that it shows: by that a check for bots is told from an article about one, whose words
// may hold all that the check is made of.

import { type Tag, walkTags } from '../parsing/walk-tags.ts'

export type PlaceholderMarkup = {
  /** Start tags as they are written, by their names. */
  readonly tags: readonly { readonly name: string; readonly source: string }[]
  /** The text of scripts that stand in the page and are run. */
  readonly scripts: readonly string[]
  /** Characters that are shown, white space left out. */
  readonly shown: number
}

/** Other types are data, in which an article may stand as well. */
const RUN = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i
const isRun = ({ name, attributes }: Tag): boolean => name === 'script' && RUN.test((attributes().type ?? '').trim())

/** Elements whose content is not shown as it stands there. */
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
