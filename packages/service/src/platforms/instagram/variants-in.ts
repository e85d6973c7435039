// The tab of a URL.

import { readSiteUrl } from '../../urls/site-url.ts'

const HOST = /^(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)$/
const TAB = /^\/@?[^/@]+\/(?<tab>tagged|reels)$/

export const variantsIn = (input: string): readonly string[] | undefined => {
  const tab = TAB.exec(readSiteUrl(input.trim(), HOST)?.path ?? '')?.groups?.tab
  return tab === undefined ? undefined : [tab]
}
