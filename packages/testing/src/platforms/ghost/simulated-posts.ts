// Posts of a Ghost site as its Content API returns them to visitors. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { escapeHtml } from '@central-api/service/post/markup/escape.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'

const FIRST_MS = Date.parse('2026-01-01T08:00:00Z')
const HOUR_MS = 3_600_000

const NULLS = {
  ...{ codeinjection_head: null, codeinjection_foot: null, custom_template: null, canonical_url: null },
  ...{ og_image: null, og_title: null, og_description: null, twitter_image: null, twitter_title: null },
  ...{ twitter_description: null, meta_title: null, meta_description: null, email_subject: null, frontmatter: null },
}

export const AUTHORS = ['rosa', 'noor'] as const
export type AuthorSlug = (typeof AUTHORS)[number]

export const authorEntity = (slug: AuthorSlug, base: string): JsonObject => ({
  id: slug === 'rosa' ? '1' : '2',
  name: slug === 'rosa' ? 'Rosa' : 'Noor & Co',
  slug,
  profile_image: `${base}/content/images/${slug}.jpg`,
  cover_image: null,
  bio: 'Writes & walks',
  website: null,
  location: null,
  ...{ facebook: null, twitter: null, threads: null, bluesky: null, mastodon: null, tiktok: null },
  ...{ youtube: null, instagram: null, linkedin: null, meta_title: null, meta_description: null },
  url: `${base}/author/${slug}/`,
})

export const tagEntity = (name: string, base: string): JsonObject => {
  const isInternal = name.startsWith('#')
  const slug = name.toLowerCase().replace('#', 'hash-')
  return {
    id: `6${slug}`,
    name,
    slug,
    description: null,
    feature_image: null,
    visibility: isInternal ? 'internal' : 'public',
    accent_color: null,
    meta_title: null,
    meta_description: null,
    url: isInternal ? `${base}/404/` : `${base}/tag/${slug}/`,
  }
}

export const idOf = (index: number): string => (0x66_00_00_00 + index).toString(16).padEnd(24, '0')

/** Ghost's format of times has an offset, never `Z`. Two posts in a row have the same time. */
export const publishedAt = (index: number): string =>
  new Date(FIRST_MS + Math.floor(index / 2) * HOUR_MS).toISOString().replace('Z', '+00:00')

export const authorOf = (index: number): AuthorSlug => (index % 4 === 0 ? 'noor' : 'rosa')
export const isFeatured = (index: number): boolean => index % 5 === 0
export const isWinter = (index: number): boolean => index % 3 === 0
export const isBread = (index: number): boolean => index % 4 === 1

const TEXTS = (index: number, base: string) => ({
  html: `<p>Snow &amp; ice, part ${index}.</p><figure class="kg-card kg-image-card"><img src="${base}/content/images/2026/05/ice-${index}.jpg" class="kg-image" alt="Ice" loading="lazy" width="1600" height="900" srcset="${base}/content/images/size/w600/2026/05/ice-${index}.jpg 600w, ${base}/content/images/2026/05/ice-${index}.jpg 1600w"></figure>`,
  plaintext: `Snow & ice, part ${index}.`,
  excerpt: `Snow & ice, part ${index}.`,
})

/** Members-only content: all of it, or everything after the mark that the author set. */
const GATES: readonly ((index: number) => JsonObject)[] = [
  () => ({ html: '', plaintext: '', excerpt: '', access: false, visibility: 'paid', reading_time: 0 }),
  (index) => ({
    ...{ html: `<p>The beginning of ${index}.</p>`, plaintext: `The beginning of ${index}.` },
    ...{ excerpt: 'For members', custom_excerpt: 'For members', access: false, visibility: 'members' },
  }),
]

/** `index` grows with time; `base` is the URL of the site without a trailing slash. */
export const nthPost = (index: number, base: string): JsonObject => {
  const primary = authorEntity(authorOf(index), base)
  const tags = [...(isWinter(index) ? ['Winter'] : []), 'Notes', ...(isBread(index) ? ['Bread'] : []), '#wide'].map(
    (name) => tagEntity(name, base),
  )
  return {
    id: idOf(index),
    uuid: `5b1f7a52-6f6e-4a9c-9a34-${idOf(index).slice(0, 12)}`,
    title: index % 10 === 7 ? `How to <b> a <script> of notes ${index}` : `Winter notes ${index} & more`,
    slug: `winter-notes-${index}`,
    comment_id: idOf(index),
    feature_image: index % 2 === 0 ? `${base}/content/images/2026/05/cover-${index}.jpg` : null,
    feature_image_alt: index % 2 === 0 ? 'A lake' : null,
    feature_image_caption: index % 2 === 0 ? '<span>Photo: <b>R.</b></span>' : null,
    featured: isFeatured(index),
    visibility: 'public',
    created_at: publishedAt(index),
    updated_at: index % 3 === 0 ? publishedAt(index + 4) : publishedAt(index),
    published_at: publishedAt(index),
    custom_excerpt: index % 4 === 1 ? 'An excerpt of its own' : null,
    ...NULLS,
    authors: [primary],
    tags,
    primary_author: primary,
    primary_tag: tags[0],
    url: `${base}/winter-notes-${index}/`,
    ...TEXTS(index, base),
    ...(index % 4 === 1 && { excerpt: 'An excerpt of its own' }),
    reading_time: 1,
    access: true,
    comments: true,
    ...(index % 7 === 3 && GATES[index % GATES.length]?.(index)),
  }
}

const itemOf = (post: JsonObject): string => {
  const { title, url, id, html, excerpt, published_at: time, feature_image: image, tags, primary_author: author } = post
  const names = (tags as readonly JsonObject[]).filter(({ visibility }) => visibility === 'public')
  return `<item><title><![CDATA[${title}]]></title><description><![CDATA[${excerpt}]]></description><link>${url}</link><guid isPermaLink="false">${id}</guid>${names.map(({ name }) => `<category><![CDATA[${name}]]></category>`).join('')}<dc:creator><![CDATA[${(author as JsonObject).name}]]></dc:creator><pubDate>${new Date(String(time)).toUTCString()}</pubDate>${image === null ? '' : `<media:content url="${image}" medium="image"/>`}<content:encoded><![CDATA[${html}]]></content:encoded></item>`
}

const ITEMS = 15

/** `/rss/` and its later pages `/rss/2/`. */
export const feedOf = (posts: readonly JsonObject[], base: string, page: number): SimulatedResponse => {
  const items = posts.slice((page - 1) * ITEMS, page * ITEMS)
  if (items.length === 0) return { status: 404, body: '<!doctype html><title>404</title>' }
  return {
    headers: { 'content-type': 'application/rss+xml; charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title><![CDATA[Site & Co]]></title><description><![CDATA[Notes]]></description><link>${base}/</link><image><url>${escapeHtml(base)}/favicon.png</url><title>Site &amp; Co</title><link>${base}/</link></image><generator>Ghost 6.2</generator><lastBuildDate>Sun, 01 Nov 2026 00:00:00 GMT</lastBuildDate><atom:link href="${base}/rss/" rel="self" type="application/rss+xml"/><ttl>60</ttl>${items.map(itemOf).join('')}</channel></rss>`,
  }
}
