// Loads what the first requests need and a start does not, once the service listens, one part per iteration of the
// event loop.

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
