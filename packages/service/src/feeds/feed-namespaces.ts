// The namespaces that feeds are read in, by URI, and their prefixes here, whatever prefix a feed uses.

const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  rss: [
    'purl.org/rss/1.0',
    'channel.netscape.com/rdf/simple/0.9',
    'my.netscape.com/rdf/simple/0.9',
    'backend.userland.com/rss2',
    'blogs.law.harvard.edu/tech/rss',
  ],
  rdf: ['www.w3.org/1999/02/22-rdf-syntax-ns'],
  atom: ['www.w3.org/2005/atom', 'purl.org/atom/ns'],
  content: ['purl.org/rss/1.0/modules/content'],
  dc: ['purl.org/dc/elements/1.1', 'purl.org/dc/elements/1.0', 'dublincore.org/documents/dcmi-namespace'],
  dcterms: ['purl.org/dc/terms', 'dublincore.org/documents/dcmi-terms'],
  feedburner: ['rssnamespace.org/feedburner/ext/1.0'],
  itunes: ['www.itunes.com/dtds/podcast-1.0.dtd'],
  media: [
    'search.yahoo.com/mrss',
    'video.search.yahoo.com/mrss',
    'tools.search.yahoo.com/mrss',
    'search.yahoo.com/searchmonkey/media',
    'www.rssboard.org/media-rss',
  ],
  slash: ['purl.org/rss/1.0/modules/slash'],
  thr: ['purl.org/syndication/thread/1.0', 'purl.org/rss/1.0/modules/threading'],
  yt: ['www.youtube.com/xml/schemas/2015'],
  // Elements in the markup of a text.
  xhtml: ['www.w3.org/1999/xhtml', 'www.w3.org/2000/svg', 'www.w3.org/1998/math/mathml'],
}

const BY_URI = new Map(
  Object.entries(PREFIXES).flatMap(([prefix, addresses]) => addresses.map((address) => [address, prefix] as const)),
)

/** The prefix of a namespace; undefined if nothing of it is read. URIs are written in many ways. */
export const prefixOf = (namespace: string): string | undefined =>
  BY_URI.get(
    namespace
      .slice(0, 256)
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/#]$/, ''),
  )

/** Whether elements with this prefix are fields. */
export const isFieldPrefix = (prefix: string): boolean => prefix !== 'xhtml' && Object.hasOwn(PREFIXES, prefix)
