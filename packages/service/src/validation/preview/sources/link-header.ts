// The `Link` header of a response (RFC 8288): the canonical URL and, as https://oembed.com allows, the oEmbed URL.

import type { Report } from './source.ts'

const MAX_HEADER = 8192
const LINK = /<([^<>]{1,2048})>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s";,]*))/g

const parametersOf = (source: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, token] of source.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    // RFC 8288, section 3.3: only the first `rel` counts.
    if (!parameters.has(key)) parameters.set(key, (quoted ?? token ?? '').toLowerCase())
  }
  return parameters
}

/** Reports the links that a preview has a field for. */
export const readLinkHeader = (header: string | undefined, report: Report): void => {
  for (const [, url, source = ''] of (header ?? '').slice(0, MAX_HEADER).matchAll(LINK)) {
    const parameters = parametersOf(source)
    // A link with an `anchor` is about another document.
    if (parameters.has('anchor')) continue
    const relations = parameters.get('rel')?.split(/\s+/) ?? []
    if (relations.includes('canonical')) report('canonicalUrl', url)
    const isOembed = parameters.get('type')?.split(';', 1)[0]?.trim() === 'application/json+oembed'
    if (isOembed && relations.includes('alternate')) report('oembedUrl', url)
  }
}
