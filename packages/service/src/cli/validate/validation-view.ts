// A valid link or post as a person reads it: what answered, whose post it is and who told, what there is to show. All of it
// was written by strangers: nothing reaches the terminal but printable text.

import type { Post } from '../../post/post.ts'
import type { Embed } from '../../validation/oembed/sanitize-embed.ts'
import { FIELD_NAMES, type Preview, type PreviewField } from '../../validation/preview/preview.ts'
import type { Io } from '../io.ts'
import { printable, printableLines } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { truncate, wrapText } from '../output/text-width.ts'
import { grouped } from '../output/times.ts'
import { postView } from '../scan/post-view.ts'

/** `data` of an answer of validate-link, or of validate-post with what it has besides. */
export type ValidationData = {
  readonly body: string
  readonly bodyEncoding: 'text' | 'base64'
  readonly url: string
  readonly status: number
  readonly contentType: string | null
  readonly bytes: number
  readonly preview: Preview
  readonly platform?: string | null
  readonly post?: Post | null
  readonly embed?: Embed | null
}

const MOST_COLUMNS = 100
const MOST_LINES = 4
const LABEL_COLUMNS = 11

const LABELS: Readonly<Record<PreviewField, string>> = {
  title: 'title',
  description: 'text',
  imageUrl: 'image',
  siteName: 'site',
  author: 'author',
  publishedAt: 'published',
  canonicalUrl: 'address',
  oembedUrl: 'oEmbed',
}

export const validationView = (asked: string, data: ValidationData, io: Io): string => {
  const style = styleFor(io)
  const columns = Math.min(io.columns, MOST_COLUMNS)
  const { url, status, contentType, bytes, preview, platform, post, embed } = data

  const row = (label: string, lines: readonly string[]): string =>
    lines.map((line, at) => `  ${style.dim((at === 0 ? label : '').padEnd(LABEL_COLUMNS))}${line}\n`).join('')
  const width = columns - LABEL_COLUMNS - 2
  const short = (text: string) => [truncate(printable(text), width)]
  const told = FIELD_NAMES.filter((field) => preview[field] !== null)

  const heading = `${style.green('✓')} ${style.bold(whatIs(platform))}\n`
  const answer = [
    row('asked for', short(asked)),
    url === asked ? '' : row(platform === undefined ? 'led to' : 'the post', short(url)),
    row('answer', short(`${status}, ${contentType ?? 'no content type'}, ${grouped(bytes)} bytes`)),
    platform === undefined ? '' : row('told by', [whoTold(data)]),
    embed ? row('embed', short(embedText(embed))) : '',
  ].join('')
  const shown = told.map((field) => row(LABELS[field], clip(preview[field] ?? '', width))).join('')
  const sections = [
    heading + answer,
    told.length === 0 ? style.dim('It tells nothing of itself for a preview.\n') : `${style.bold('Preview')}\n${shown}`,
    post ? `${style.bold('Post')}\n${postView(post, { columns, style, io })}` : '',
  ]
  return sections.filter((section) => section !== '').join('\n')
}

const whatIs = (platform: string | null | undefined): string => {
  if (platform === undefined) return 'A valid link'
  return platform === null ? 'A valid post' : `A valid post of ${printable(platform)}`
}

const whoTold = ({ post, contentType }: ValidationData): string => {
  if (post) return 'the platform’s API'
  return contentType !== null && /\bjson\b/i.test(contentType) ? 'its oEmbed' : 'its page'
}

const embedText = ({ type, html, width, height }: Embed): string => {
  const size = [width, height].every((pixels) => pixels === null)
    ? ''
    : `, ${width ?? 'any'} × ${height ?? 'any'} pixels`
  return `${type}${size}${html === null ? '' : `, ${grouped(html.length)} characters of HTML`}`
}

const clip = (text: string, columns: number): readonly string[] => {
  const lines = wrapText(printableLines(text), columns)
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), '…']
}
