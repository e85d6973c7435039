// Maps a title and a body, for feeds and blogs: the title is separate, and text and html contain only the body. Attached files
// decide the kind of the post; media inside an article are part of the article.

import { MAX_MEDIA } from '../post/bound-html.ts'
import { htmlToText } from '../post/html.ts'
import { type WalkedHtml, type WalkOptions, walkHtml } from '../post/markup/walk-html.ts'
import { ownTitle } from '../post/own-title.ts'
import type { Media, PlatformPost } from '../post/post.ts'
import { textToHtml } from '../post/text.ts'
import { uniqueMedia } from '../post/unique-media.ts'
import type { FeedText } from './feed.ts'
import { readText } from './feed-text.ts'

export type Article = {
  /** Plain text, like the summary. */
  readonly title: string | null
  readonly content: FeedText | undefined
  readonly summary: string | null
  /** The base of relative URLs in the body. */
  readonly base: string
  /** The base of URLs that are only a fragment, when it differs. */
  readonly page?: string | undefined
  /** Categories and keywords outside the body. */
  readonly tags: readonly string[]
  /** Images and files outside the body. */
  readonly files: readonly Media[]
  readonly skips?: WalkOptions['skips']
  /** Whether the author wrote the title, so that it was not generated from the text. */
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
  const media = uniqueMedia([...files, ...whole.media]).slice(0, MAX_MEDIA)
  const own = ownTitle(title, text)
  const kind = kindOf(text !== null && own !== null ? files : media)
  // Podcasts name each episode, often without any other text.
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

/** Removes a first heading that repeats the title, as in newsletters. */
const withoutHeading = ({ text, html }: Body, title: string | null): Pick<Body, 'text' | 'html'> => {
  const name = /^<(h[1-6])[ >]/.exec(html ?? '')?.[1]
  if (name === undefined || html === null || text === null || title === null) return { text, html }
  const [line = ''] = text.split('\n', 1)
  const end = html.indexOf(`</${name}>`) + `</${name}>`.length
  if (line.trim() !== title || htmlToText(html.slice(0, end)) !== line) return { text, html }
  return { text: text.slice(line.length).trim() || null, html: html.slice(end).trim() || null }
}

/** A video or audio file decides the kind. */
const kindOf = (media: readonly Media[]): 'video' | 'audio' | undefined =>
  (['video', 'audio'] as const).find((type) => media.some((medium) => medium.type === type))
