// Ghost does not link to earlier posts, but each of its feeds may have them at `2/`.

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
