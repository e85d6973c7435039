// Ghost does not link to it, but each feed may have older posts at `2/` below it.

const FEED = /^(?<feed>.*\/rss\/)(?:(?<page>[1-9]\d{0,4})\/)?$/

/** The page after the one at `feedUrl`; undefined for feeds of other programs. */
export const nextOfGhost = (generator: string | undefined, feedUrl: string): string | undefined => {
  if (!/^Ghost\b/.test(generator ?? '')) return undefined
  const url = new URL(feedUrl)
  const { feed, page = '1' } = FEED.exec(url.pathname)?.groups ?? {}
  if (feed === undefined) return undefined
  url.pathname = `${feed}${Number(page) + 1}/`
  return url.href
}
