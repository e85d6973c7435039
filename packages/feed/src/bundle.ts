// The file for pages without a bundler: defines <central-feed>.

import { CentralFeed, renderFeed, WORDS } from './central-feed.ts'

CentralFeed.define('central-feed')

export { CentralFeed, renderFeed, WORDS }
