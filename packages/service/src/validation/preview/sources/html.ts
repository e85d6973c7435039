// Plain HTML: the title, the first heading, named metadata, and links of the head. Icons are not used as images.

import { MAX_RAW_VALUE } from '../clean-value.ts'
import { readMeta } from './meta-table.ts'
import type { OpenSource, OpenTag, Report } from './source.ts'

const readNames = readMeta({
  title: ['title', 'dc.title', 'dcterms.title', 'citation_title', 'headline'],
  description: ['description', 'dc.description', 'dcterms.description'],
  imageUrl: ['image', 'thumbnail', 'thumbnailurl', 'sailthru.image.full'],
  siteName: ['application-name', 'publisher', 'dc.publisher', 'citation_journal_title'],
  author: ['author', 'dc.creator', 'dcterms.creator', 'citation_author', 'parsely-author', 'sailthru.author'],
  publishedAt: [
    'datepublished',
    'date',
    'pubdate',
    'publish_date',
    'dc.date',
    'dc.date.issued',
    'dcterms.created',
    'dcterms.issued',
    'citation_publication_date',
    'parsely-pub-date',
    'sailthru.date',
    'uploaddate',
  ],
})

/** The rank of `<title>` is before every named title, and that of a heading after all. */
const TITLE_RANK = -1
const HEADING_RANK = 100
const IMAGE_SRC_RANK = -1
/** WordPress names its site nowhere else: `<link type="application/rss+xml" title="Site » Feed">`. */
const FEED_SEPARATOR = ' » '
const FEED_RANK = 100

const readLink = ({ name, attributes }: OpenTag, report: Report) => {
  if (name !== 'link' || attributes.href === undefined) return
  const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/)
  const type = (attributes.type ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (relations.includes('canonical')) report('canonicalUrl', attributes.href)
  if (relations.includes('image_src')) report('imageUrl', attributes.href, IMAGE_SRC_RANK)
  if (!relations.includes('alternate')) return
  if (type === 'application/json+oembed') report('oembedUrl', attributes.href)
  const [siteName, ofWhat] = type === 'application/rss+xml' ? (attributes.title ?? '').split(FEED_SEPARATOR) : []
  if (siteName && ofWhat) report('siteName', siteName, FEED_RANK)
}

export const html: OpenSource = (report) => {
  let inside: { name: string; depth: number; rank: number; text: string } | undefined
  const seen = new Set<string>()
  const finish = () => {
    if (inside) report('title', inside.text, inside.rank)
    inside = undefined
  }
  return {
    open: (tag) => {
      readNames(tag, report)
      readLink(tag, report)
      if (inside || seen.has(tag.name) || (tag.name !== 'title' && tag.name !== 'h1')) return
      const rank = tag.name === 'title' ? TITLE_RANK : HEADING_RANK
      inside = { name: tag.name, depth: tag.depth, rank, text: '' }
    },
    text: (chunk) => {
      if (inside && inside.text.length < MAX_RAW_VALUE) inside.text += chunk.slice(0, MAX_RAW_VALUE)
    },
    close: (name, depth) => {
      if (inside?.name !== name || inside.depth !== depth) return
      if (inside.text.trim() !== '') seen.add(name)
      finish()
    },
    end: finish,
  }
}
