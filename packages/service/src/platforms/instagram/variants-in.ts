// The tab of a URL.

import { readSiteUrl } from '../../urls/site-url.ts'

const HOST = /^(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)$/
const TAB = /^\/(?:@?[^/@]+\/(?<tab>tagged|reels)|(?<stories>stories)\/[^/]+|explore\/tags\/[^/]+\/(?<order>top))$/

export const variantsIn = (input: string): readonly string[] | undefined => {
  const { tab, stories, order } = TAB.exec(readSiteUrl(input.trim(), HOST)?.path ?? '')?.groups ?? {}
  const shown = tab ?? stories ?? order
  return shown === undefined ? undefined : [shown]
}
