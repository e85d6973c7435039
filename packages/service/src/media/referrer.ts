// The page that an image is requested for, where hosts refuse images to other sites (hotlink protection): never at
// first, and only for platforms whose images are on sites of anybody.

import type { MediaKey } from './media-key.ts'

const PROTECTED: ReadonlySet<string> = new Set(['rss', 'wordpress', 'ghost', 'substack', 'medium'])
const REFUSED = 403

/** undefined unless the host may have refused the image because no page was named. */
export const referrerFor = ({ platform, source }: MediaKey, status: number): string | undefined => {
  if (status !== REFUSED || !PROTECTED.has(platform)) return undefined
  const page = URL.parse(source?.post ?? '')
  return page?.protocol === 'https:' || page?.protocol === 'http:'
    ? page.origin + page.pathname + page.search
    : undefined
}
