// The sort order in a pasted URL: `/r/name/top/?t=week` shows the top of the week.

import { readSiteUrl } from '../../urls/site-url.ts'
import { APP_URL, HOST } from './canonicalize-name.ts'

const ORDER = /\/(?<order>hot|top|rising|controversial|comments|overview)(?:\/?\.(?:rss|json))?$/i
const SEARCH = /\/search(?:\.rss)?$/i
/** What Reddit shows when the URL names no period. */
const USUAL_PERIOD = { list: 'day', search: 'all' } as const

/** undefined for a URL without an order, and for anything else. */
export const variantsIn = (input: string): readonly string[] | undefined => {
  const { path = '', query } = readSiteUrl(input.replace(APP_URL, 'www.reddit.com/'), HOST) ?? {}
  const order = ORDER.exec(path)?.groups?.order?.toLowerCase() ?? query?.get('sort')
  if (order === undefined || order === null) return undefined
  return order === 'top'
    ? [`top_${query?.get('t') ?? USUAL_PERIOD[SEARCH.test(path) ? 'search' : 'list']}`, 'top']
    : [order]
}
