// The links that a page declares for programs: its `Link` header (RFC 8288) and the `<link>` elements of its HTML.

import { absoluteUrl } from '../post/absolute-url.ts'
import { cutHtml } from '../post/bound-html.ts'
import { parseHtml } from '../post/markup/parse-html.ts'
import type { Response } from '../upstream/contract/call.ts'

export type PageLink = {
  /** In lower case. A link with several relations is listed once for each. */
  readonly rel: string
  readonly url: string
  readonly type: string
  readonly title: string
}

const MOST_LINKS = 200
const MOST_RELATIONS = 8
/** The part of a page that is read: its head, which may contain styles and scripts. */
const HEAD_LIMITS = { characters: 500_000, tags: 10_000 } as const

/** Header first, then the document, with absolute URLs. */
export const linksOf = (response: Response): PageLink[] => [
  ...headerLinks(response.headers.link ?? '', response.url),
  ...htmlLinks(response.text(), response.url),
]

const VALUE = /<([^<>]{1,2048})>((?:\s*;\s*[\w*-]{1,32}\s*=\s*(?:"[^"]{0,1024}"|[^\s;,"]{0,256})){0,16})/g
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g

/** The links of a `Link` header. */
export const headerLinks = (header: string, base: string): PageLink[] =>
  [...header.slice(0, 16_384).matchAll(VALUE)].slice(0, MOST_LINKS).flatMap(([, target, parameters = '']) => {
    const known = new Map(
      [...parameters.matchAll(PARAMETER)].map(([, name = '', quoted, bare = '']) => [
        name.toLowerCase(),
        quoted ?? bare,
      ]),
    )
    return linksFrom({ href: target, rel: known.get('rel'), type: known.get('type'), title: known.get('title') }, base)
  })

const htmlLinks = (html: string, pageUrl: string): PageLink[] => {
  const found: Readonly<Record<string, string>>[] = []
  let base: string | undefined
  parseHtml(cutHtml(html, HEAD_LIMITS), {
    open({ name }, attributes) {
      if (name === 'base') base ??= attributes.href
      else if (name === 'link' && found.length < MOST_LINKS) found.push(attributes)
    },
  })
  return found.flatMap((attributes) => linksFrom(attributes, absoluteUrl(base, pageUrl) ?? pageUrl))
}

/** `feed:https://blog.example/` and `feed://blog.example/` open a feed reader instead of a browser. */
const withoutReaderScheme = (href: string | undefined): string | undefined =>
  href
    ?.trim()
    .replace(/^(?:feed|rss):(?:\/\/)?(?=https?:)/i, '')
    .replace(/^(?:feed|rss):\/\//i, 'http://')

type RawLink = { readonly [name in 'href' | 'rel' | 'type' | 'title']?: string | undefined }

const linksFrom = ({ href, rel = '', type = '', title = '' }: RawLink, base: string): PageLink[] => {
  const url = absoluteUrl(withoutReaderScheme(href), base)
  if (url === null) return []
  const relations = rel.toLowerCase().split(/\s+/, MOST_RELATIONS).filter(Boolean)
  return relations.map((relation) => ({ rel: relation, url, type: type.toLowerCase().trim(), title }))
}
