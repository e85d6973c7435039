// The pages of the sandbox: posts, players, news, and one for each error of a link. Without scripts.

import { escapeHtml } from '../../../post/markup/escape.ts'
import type { PlatformPost } from '../../../post/post.ts'
import { oembedUrl, SANDBOX_ORIGIN } from '../urls.ts'

const meta = (property: string, content: string | null | undefined): string =>
  content ? `<meta property="${property}" content="${escapeHtml(content)}">\n` : ''

export const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${head}</head>
<body>
${body}
</body>
</html>
`

const TITLE_LENGTH = 60

const showMedia = ({ type, url, previewUrl, alt }: PlatformPost['media'][number]): string => {
  if (url === null) return ''
  if (type === 'image') return `<p><img src="${url}" alt="${escapeHtml(alt ?? '')}" width="400"></p>`
  if (type === 'audio') return `<p><audio controls src="${url}"></audio></p>`
  return `<p><video controls width="400" src="${url}"${previewUrl ? ` poster="${previewUrl}"` : ''}></video></p>`
}

const imageOf = ({ media, link }: PlatformPost): string | null => {
  const [first] = media
  return first?.previewUrl ?? (first?.type === 'image' ? first.url : null) ?? link?.imageUrl ?? null
}

/** A post's page, with Open Graph tags and a link to its oEmbed. */
export const postPage = (post: PlatformPost): string => {
  const title = post.text?.slice(0, TITLE_LENGTH).toWellFormed() ?? `Post ${post.id}`
  const url = post.url ?? SANDBOX_ORIGIN
  const head = [
    meta('og:title', title),
    meta('og:description', post.text?.slice(0, 300).toWellFormed()),
    meta('og:image', imageOf(post)),
    meta('og:site_name', 'Sandbox'),
    meta('og:url', url),
    meta('article:published_time', post.publishedAt),
    meta('article:author', post.author?.displayName),
    `<link rel="canonical" href="${url}">\n`,
    `<link rel="alternate" type="application/json+oembed" href="${oembedUrl(url)}">\n`,
  ].join('')
  return page(title, head, `<article>${post.html ?? ''}\n${post.media.map(showMedia).join('\n')}</article>`)
}

/** The player that embeds show in a frame. */
export const playerPage = (post: PlatformPost): string =>
  page(
    'Player',
    '<style>body{margin:0}video,audio,img{width:100%}</style>\n',
    post.media.map(showMedia).join('\n') || (post.html ?? ''),
  )

/** The page behind a link of a post. */
export const newsPage = (number: string): string => {
  const head = [
    meta('og:title', 'The title of the page behind the link'),
    meta('og:description', 'What the page is about, in a sentence or two.'),
    meta('og:image', `${SANDBOX_ORIGIN}/media/${number}-card.png`),
    meta('og:site_name', 'Sandbox'),
  ].join('')
  return page(`News ${number}`, head, '<p>Made up.</p>')
}

/** A page without any metadata except a title. */
export const barePage = (title: string): string => page(title, '', `<p>${escapeHtml(title)}</p>`)
