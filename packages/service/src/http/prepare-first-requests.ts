// What the first requests need and a start does not: loaded and made once the service listens, each in a turn of its own.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { prepareFeeds } from '../feeds/feed-source.ts'
import { prepareProviders } from '../validation/oembed/providers.ts'
import { preparePreviews } from '../validation/preview/preview-reader.ts'

const PREPARED = [prepareProviders, prepareFeeds, preparePreviews]

export const prepareFirstRequests = async (): Promise<void> => {
  for (const prepare of PREPARED) {
    await nextTurn()
    await prepare()
  }
}
