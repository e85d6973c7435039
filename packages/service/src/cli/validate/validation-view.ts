// The terminal output for a validated link or post: the response, the source, the preview and the post. All of it is untrusted, so
// only printable text is written to the terminal.

import type { Post } from '../../post/post.ts'
import type { Embed } from '../../validation/oembed/sanitize-embed.ts'
import { FIELD_NAMES, type Preview, type PreviewField } from '../../validation/preview/preview.ts'
import type { Io } from '../io.ts'
import { printable, printableLines } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { truncate, wrapText } from '../output/text-width.ts'
import { formatCount } from '../output/times.ts'
import { postView } from '../scan/post-view.ts'

/** The `data` of a validate-link response, or of a validate-post response, which has additional fields. */
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

const MAX_COLUMNS = 100
const MAX_LINES = 4
const LABEL_COLUMNS = 11

const LABELS: Readonly<Record<PreviewField, string>> = {
  title: 'title',
  description: 'text',
  imageUrl: 'image',
  siteName: 'site',
  author: 'author',
  publishedAt: 'published',
  canonicalUrl: 'URL',
  oembedUrl: 'oEmbed',
}

export const validationView = (requestedUrl: string, data: ValidationData, io: Io): string => {
  const style = styleFor(io)
  const columns = Math.min(io.columns, MAX_COLUMNS)
  const { url, status, contentType, bytes, preview, platform, post, embed } = data

  const row = (label: string, lines: readonly string[]): string =>
    lines.map((line, at) => `  ${style.dim((at === 0 ? label : '').padEnd(LABEL_COLUMNS))}${line}\n`).join('')
  const width = columns - LABEL_COLUMNS - 2
  const short = (text: string) => [truncate(printable(text), width)]
  const fields = FIELD_NAMES.filter((field) => preview[field] !== null)

  const heading = `${style.green('✓')} ${style.bold(titleOf(platform))}\n`
  const response = [
    row('requested', short(requestedUrl)),
    url === requestedUrl ? '' : row(platform === undefined ? 'final URL' : 'post', short(url)),
    row('response', short(`${status}, ${contentType ?? 'no content type'}, ${formatCount(bytes)} bytes`)),
    platform === undefined ? '' : row('source', [sourceOf(data)]),
    embed ? row('embed', short(embedText(embed))) : '',
  ].join('')
  const rows = fields.map((field) => row(LABELS[field], clip(preview[field] ?? '', width))).join('')
  const sections = [
    heading + response,
    fields.length === 0 ? style.dim('The page provides no preview data.\n') : `${style.bold('Preview')}\n${rows}`,
    post ? `${style.bold('Post')}\n${postView(post, { columns, style, io })}` : '',
  ]
  return sections.filter((section) => section !== '').join('\n')
}

const titleOf = (platform: string | null | undefined): string => {
  if (platform === undefined) return 'A valid link'
  return platform === null ? 'A valid post' : `A valid post of ${printable(platform)}`
}

const sourceOf = ({ post, contentType }: ValidationData): string => {
  if (post) return 'platform API'
  return contentType !== null && /\bjson\b/i.test(contentType) ? 'oEmbed' : 'page'
}

const embedText = ({ type, html, width, height }: Embed): string => {
  const size = [width, height].every((pixels) => pixels === null)
    ? ''
    : `, ${width ?? 'any'} × ${height ?? 'any'} pixels`
  return `${type}${size}${html === null ? '' : `, ${formatCount(html.length)} characters of HTML`}`
}

const clip = (text: string, columns: number): readonly string[] => {
  const lines = wrapText(printableLines(text), columns)
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), '…']
}
