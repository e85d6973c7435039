// Simulates Substack: a publication, one with its own domain, one that was deleted. Its feed contains all posts, unlike the real one
// with about twenty. Only tests and benchmarks use it.

import { postPage } from '../suite/simulated-page.ts'
import { type Simulator, startUpstream } from '../suite/simulator.ts'

/** Undocumented behavior of Substack. */
export type SubstackQuirks = {
  /** The end of a paid post, which is cut. */
  paidEnd: '' | 'Read more'
  /** The `Retry-After` of a 429, in seconds. */
  retryAfter: number | undefined
  /** Where the page of a section has its number. */
  sectionId: 'data' | 'link'
}

export type SubstackSimulator = Simulator & {
  readonly quirks: SubstackQuirks
  /** URLs of the posts of the section, newest first. */
  sectionIds(): readonly string[]
  /** Refuses every request from now on. */
  limit(): void
}

const HOST = 'tides.substack.com'
const START = Date.UTC(2026, 0, 1)
const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title><![CDATA[Tide Tables]]></title><description><![CDATA[Letters & more]]></description><generator>Substack</generator><language><![CDATA[en]]></language>'

export const SECTION = 'moon-letters'
const SECTION_ID = '4711'
const isInSection = (index: number): boolean => index % 3 === 1

const SECTION_PAGES: Readonly<Record<SubstackQuirks['sectionId'], string>> = {
  data: `<!doctype html><title>Moon</title><script>window._preloads = JSON.parse("{\\"pub\\":{\\"id\\":9,\\"sections\\":[{\\"id\\":12,\\"name\\":\\"Sun\\",\\"slug\\":\\"sun\\"},{\\"id\\":${SECTION_ID},\\"name\\":\\"Moon\\",\\"description\\":null,\\"slug\\":\\"${SECTION}\\"}]}}")</script>`,
  link: `<!doctype html><title>Moon</title><link rel="alternate" type="application/rss+xml" href="/feed?sectionId=${SECTION_ID}">`,
}

const urlOf = (index: number): string => `https://${HOST}/p/post-${index}`

const BODIES = [
  '<content:encoded><![CDATA[<p>Fog &amp; horn.</p><p class="button-wrapper" data-attrs="{&quot;url&quot;:1}"><a class="button primary" href="https://x.example/subscribe?">Subscribe now</a></p>]]></content:encoded>',
  '<content:encoded><![CDATA[<div class="captioned-image-container"><figure><img src="https://substackcdn.com/image/fetch/w_1/a.jpeg" width="800" height="600" alt=""></figure></div><script>alert(1)</script>]]></content:encoded>',
  '<enclosure url="https://api.substack.com/feed/podcast/1/abc.mp3" length="31000000" type="audio/mpeg"/><itunes:duration>01:02:03</itunes:duration>',
]

/** Pairs of posts share a second. */
const itemOf = (index: number, { paidEnd }: SubstackQuirks): string => {
  const date = new Date(START + Math.floor(index / 2) * 60_000).toUTCString()
  return `<item><title><![CDATA[Post ${index} & more]]></title><description><![CDATA[Subtitle ${index}]]></description><link>${urlOf(index)}</link><guid isPermaLink="false">${urlOf(index)}</guid><dc:creator><![CDATA[Mara Tan]]></dc:creator><pubDate>${date}</pubDate>${BODIES[index % BODIES.length]?.replace('<script', `${paidEnd && `<p><a href="${urlOf(index)}">${paidEnd}</a></p>`}<script`)}</item>`
}

export const startSubstack = async (): Promise<SubstackSimulator> => {
  const quirks: SubstackQuirks = { paidEnd: 'Read more', retryAfter: 30, sectionId: 'data' }
  let isLimited = false
  let count = 50
  const newestFirst = () => Array.from({ length: count }, (_, at) => count - 1 - at)

  const upstream = await startUpstream(({ host, url }) => {
    const { retryAfter } = quirks
    if (isLimited)
      return {
        ...{ status: 429, body: 'Too Many Requests' },
        ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
      }
    const shown = newestFirst().find((index) => urlOf(index) === `https://${host}${url.pathname}`)
    if (shown !== undefined) return postPage(`Post ${shown}`)
    if (host === HOST && url.pathname === `/s/${SECTION}`) return { body: SECTION_PAGES[quirks.sectionId] }
    const section = url.searchParams.get('sectionId')
    if (url.pathname !== '/feed' || host !== HOST)
      return { status: 404, body: '<!doctype html><title>Not found</title>' }
    const body = `${HEAD}<link>https://${HOST}</link>${newestFirst()
      .filter((index) => section === null || (section === SECTION_ID && isInSection(index)))
      .map((index) => itemOf(index, quirks))
      .join('')}</channel></rss>`
    return { body, headers: { 'content-type': 'application/xml; charset=utf-8' } }
  })
  return {
    ...upstream,
    quirks,
    limit() {
      isLimited = true
    },
    handle: HOST,
    missing: 'nobody.substack.com',
    ids: () => newestFirst().map(urlOf),
    sectionIds: () => newestFirst().filter(isInSection).map(urlOf),
    publish(more) {
      count += more
    },
  }
}
