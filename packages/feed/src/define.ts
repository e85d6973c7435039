// Side-effect import that defines <central-feed>. Call CentralFeed.define for another name.

import { CentralFeed } from './central-feed.ts'

export * from './central-feed.ts'

CentralFeed.define('central-feed')

declare global {
  interface HTMLElementTagNameMap {
    'central-feed': CentralFeed
  }
}
