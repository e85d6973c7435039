// Maps content that has a title and a body (feeds, blogs): the title is separate, text and html contain only the body.
// A file outside the body determines the kind of the post; media within the body are part of the article.

import { MOST_MEDIA } from '../post/bound-html.ts'
import { htmlToText } from '../post/html.ts'
import { type WalkedHtml, type WalkOptions, walkHtml } from '../post/markup/walk-html.ts'
import { ownTitle } from '../post/own-title.ts'
import type { Media, PlatformPost } from '../post/post.ts'
import { textToHtml } from '../post/text.ts'
import { uniqueMedia } from '../post/unique-media.ts'
import type { FeedText } from './feed.ts'
import { readText } from './feed-text.ts'

export type Article = {
  /** Plain text, as is `summary`. */
  readonly title: string | null
  readonly content: FeedText | undefined
  readonly summary: string | null
  /** Base of relative URLs in the body. */
  readonly base: string
  /** The page that fragment-only links refer to, if it is not the base. */
  readonly page?: string | undefined
  /** Categories and keywords outside the body. */
  readonly tags: readonly string[]
  /** Images and files outside the body. */
  readonly files: readonly Media[]
  readonly skips?: WalkOptions['skips']
  /** Whether an author wrote the title, rather than a program that derived it from the text. */
  readonly isTitleStored?: boolean
}

export type MappedArticle = Pick<PlatformPost, 'title' | 'summary' | 'text' | 'html' | 'tags' | 'media' | 'sensitive'> &
  Partial<Pick<PlatformPost, 'kind'>>

type Body = Pick<WalkedHtml, 'text' | 'html' | 'media' | 'tags' | 'hides'>

export const mapArticle = ({
  title,
  content,
  summary,
  base,
  page,
  tags,
  files,
  skips,
  isTitleStored = false,
}: Article): MappedArticle => {
  const whole = readBody(content, base, { ...(skips && { skips }), ...(page !== undefined && { page }) })
  const { text, html } = withoutHeading(whole, title)
  const media = uniqueMedia([...files, ...whole.media]).slice(0, MOST_MEDIA)
  const own = ownTitle(title, text)
  const kind = makerOf(text !== null && own !== null ? files : media)
  // Publishers of recordings name each one, and often write nothing else.
  const isStored = isTitleStored || kind === 'audio'
  return {
    ...{ title: isStored ? title : own, summary, text, html, media },
    tags: [...tags, ...whole.tags],
    sensitive: whole.hides || null,
    ...(kind !== undefined && { kind }),
  }
}

const readBody = (content: FeedText | undefined, base: string, options: WalkOptions): Body => {
  if (content === undefined || 'plain' in content) {
    const text = readText(content)
    return { text, html: textToHtml(text), media: [], tags: [], hides: false }
  }
  return walkHtml(content.html, base, options)
}

/** The body without a first heading that repeats the title, as in newsletters and some blogs. */
const withoutHeading = ({ text, html }: Body, title: string | null): Pick<Body, 'text' | 'html'> => {
  const name = /^<(h[1-6])[ >]/.exec(html ?? '')?.[1]
  if (name === undefined || html === null || text === null || title === null) return { text, html }
  const [line = ''] = text.split('\n', 1)
  const end = html.indexOf(`</${name}>`) + `</${name}>`.length
  if (line.trim() !== title || htmlToText(html.slice(0, end)) !== line) return { text, html }
  return { text: text.slice(line.length).trim() || null, html: html.slice(end).trim() || null }
}

/** A video or audio file determines the kind of the post. */
const makerOf = (media: readonly Media[]): 'video' | 'audio' | undefined =>
  (['video', 'audio'] as const).find((type) => media.some((medium) => medium.type === type))
