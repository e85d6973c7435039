// Simulates Medium's feeds. They contain all stories, where the real ones have ten. For tests and benchmarks only.

import { believed, type Facts } from '../suite/facts.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type Simulator, startUpstream } from '../suite/simulator.ts'

/** Unverified assumptions about Medium. Tests try every value. */
export const FACTS = {
  /** Status of a missing user. */
  missing: [404, 410],
  /** Status of a suspended or deleted user. */
  suspended: [410, 404],
} as const

type MediumFacts = Facts<typeof FACTS>

export type MediumSimulator = Simulator & { suppose(facts: Partial<MediumFacts>): void }

const START = Date.UTC(2026, 0, 1)
const headOf = (title: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0"><channel><title><![CDATA[${title}]]></title><description><![CDATA[${title}]]></description><link>https://medium.com/@inespaz?source=rss-1a2b3c4d5e6f------2</link><generator>Medium</generator>`

const idOf = (index: number): string => `0a1b2c${index.toString(16).padStart(6, '0')}`

const BODIES = [
  '<category><![CDATA[open-data]]></category><content:encoded><![CDATA[<p>Text &amp; more.</p><img src="https://medium.com/_/stat?event=post.clientViewed&referrerSource=full_rss&postId=1" width="1" height="1" alt=""><hr><p><a href="https://medium.com/c/x">X</a> was originally published in <a href="https://medium.com/c">C</a> on Medium, where people are continuing the conversation by highlighting and responding to this story.</p>]]></content:encoded>',
  '<description><![CDATA[<div class="medium-feed-item"><p class="medium-feed-snippet">It&#x2019;s about context.</p><p class="medium-feed-link"><a href="https://medium.com/x">Continue reading on Medium »</a></p></div>]]></description>',
  '<content:encoded><![CDATA[<figure><img alt="" src="https://cdn-images-1.medium.com/max/1024/1*XyZ.png" /></figure><script>alert(1)</script>]]></content:encoded>',
]

/** Two stories share each second. */
const itemOf = (index: number): string => {
  const date = new Date(START + Math.floor(index / 2) * 60_000)
  return `<item><title><![CDATA[Story ${index} & more]]></title><link>https://medium.com/@inespaz/story-${idOf(index)}?source=rss-1a2b3c4d5e6f------2</link><guid isPermaLink="false">https://medium.com/p/${idOf(index)}</guid><dc:creator><![CDATA[Ines Paz]]></dc:creator><pubDate>${date.toUTCString()}</pubDate><atom:updated>${date.toISOString()}</atom:updated>${BODIES[index % BODIES.length]}</item>`
}

/** URL of a feed → its title. */
const PLACES: Readonly<Record<string, string>> = {
  'medium.com/feed/@inespaz': 'Stories by Ines Paz on Medium',
  'medium.com/feed/cartolab': 'Cartolab - Medium',
  'medium.com/feed/tag/maps': 'Maps on Medium',
  'medium.com/feed/cartolab/tagged/maps': 'Maps in Cartolab on Medium',
  'blog.example/feed': 'Stories by Ines Paz on Medium',
}

export const startMedium = async (): Promise<MediumSimulator> => {
  let facts: MediumFacts = believed(FACTS)
  let count = 50
  const newestFirst = () => Array.from({ length: count }, (_, at) => count - 1 - at)

  const upstream = await startUpstream(({ host, url }) => {
    if (url.pathname === '/feed/@suspended')
      return { status: facts.suspended, body: '<!doctype html><title>Gone</title>' }
    const shown = newestFirst().find((index) => host === 'medium.com' && url.pathname.endsWith(`-${idOf(index)}`))
    if (shown !== undefined) return postPage(`Story ${shown}`)
    const title = PLACES[host + url.pathname]
    if (title === undefined) return { status: facts.missing, body: '<!doctype html><title>Not found</title>' }
    const body = `${headOf(title)}${newestFirst().map(itemOf).join('')}</channel></rss>`
    return { body, headers: { 'content-type': 'text/xml; charset=UTF-8' } }
  })
  return {
    ...upstream,
    handle: '@inespaz',
    missing: '@nobody',
    ids: () => newestFirst().map(idOf),
    suppose(more) {
      facts = { ...facts, ...more }
    },
    publish(more) {
      count += more
    },
  }
}
