// Any spelling of a tag → `#tag` on all of Tumblr, or `blog/tagged/tag`. Tags may contain spaces; Tumblr ignores their
// case.

import { decodeText, readSiteUrl, withoutAt } from '../../urls/site-url.ts'
import { canonicalizeBlog } from './canonicalize-blog.ts'

export type Tag = {
  /** undefined for a tag on all of Tumblr. */
  readonly blog: string | undefined
  readonly tag: string
}

/** Commas separate tags, so no tag has one. Two dots in the path of a URL would be the folder above. */
const TAG = /^(?!\.{1,2}$)[^\s#,/@?&][^#,/@?&]{0,139}$/
const EVERYWHERE = /^[#＃](?<tag>.+)$/
const IN_BLOG = /^(?<blog>[^/#]+)\/tagged\/(?<tag>[^/]+)$/
const SITE = /^(?:(?:www|m)\.)?tumblr\.com$/
const SITE_PAGE = /^\/tagged\/(?<tag>[^/]+)$/
const BLOG_PAGE = /^\/(?:blog\/view\/|blog\/)?(?<blog>[a-z0-9-]+)\/tagged\/(?<tag>[^/]+)$/i
const OWN_PAGE = /^\/tagged\/(?<tag>[^/]+)(?:\/(?:rss|chrono|page\/\d{1,6}))?$/

/** undefined when the input is no tag. */
export const canonicalizeTag = (input: string): string | undefined => {
  const text = input.trim()
  const { tag } = EVERYWHERE.exec(text)?.groups ?? {}
  if (tag !== undefined) return join(undefined, tag)
  const { blog, tag: own = '' } = IN_BLOG.exec(text)?.groups ?? {}
  // `tumblr.com/tagged/x` is a URL.
  if (blog !== undefined && !SITE.test(blog.toLowerCase())) return join(blog, own)
  return fromPage(text)
}

const fromPage = (text: string): string | undefined => {
  const { host, path } = readSiteUrl(text) ?? {}
  if (host === undefined || path === undefined) return undefined
  if (!SITE.test(host)) return join(host, decoded(OWN_PAGE.exec(path)?.groups?.tag))
  const { tag } = SITE_PAGE.exec(path)?.groups ?? {}
  if (tag !== undefined) return join(undefined, decoded(tag))
  const { blog, tag: own } = BLOG_PAGE.exec(withoutAt(path))?.groups ?? {}
  return blog === undefined ? undefined : join(blog, decoded(own))
}

const decoded = (tag = ''): string => decodeText(tag.replaceAll('+', ' ')) ?? ''

const join = (written: string | undefined, text: string): string | undefined => {
  const tag = text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  if (!TAG.test(tag)) return undefined
  if (written === undefined) return `#${tag}`
  const blog = canonicalizeBlog(written)
  return blog && `${blog}/tagged/${tag}`
}

/** Parses a canonical handle; undefined for that of a blog. */
export const tagIn = (handle: string): Tag | undefined => {
  if (handle.startsWith('#')) return { blog: undefined, tag: handle.slice(1) }
  const { blog, tag = '' } = IN_BLOG.exec(handle)?.groups ?? {}
  return blog === undefined ? undefined : { blog, tag }
}
