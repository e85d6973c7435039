// Typical typed code. It is compiled, not run.

import { createClient, type Page } from '@central-api/client'
import { type FeedOptions, type FeedPage, type ImageOf, type OwnWords, renderFeed, WORDS } from '@central-api/feed'
import '@central-api/feed/define'
import { CentralFeed as Bundled } from '@central-api/feed/bundle'
import { CentralFeed } from '@central-api/feed/element'

const client = createClient({ baseUrl: 'https://api.example.com', token: () => 'of my own server' })

/** Pages of the typed client are pages of the feed. */
export const render = async (): Promise<string> =>
  renderFeed(await client.scan({ platform: 'sandbox', handle: 'demo' }))
export const asFeed = (page: Page): FeedPage => page

export const polish: OwnWords = {
  loadMore: 'Pokaż więcej',
  votes: { one: '%s głos', few: '%s głosy', other: '%s głosów' },
  failed: WORDS.failed,
}

const image: ImageOf = (url, slot) => (slot === 'avatar' ? null : [{ url: `/copies/${url}`, width: 640, height: 480 }])
export const options: FeedOptions = {
  layout: 'masonry',
  without: ['head', 'lightbox'],
  words: polish,
  image,
  renderPart: (name, html, { post }) => (name === 'end' && post?.pinned ? '' : html),
}

const feed = document.querySelector('central-feed')
if (feed !== null) {
  feed.options = options
  feed.data = null
  feed.addEventListener('central-posts-played', ({ detail }) => {
    feed.title = detail.src
  })
}

CentralFeed.define('acme-posts')
Bundled.define('bravo-posts')
export class OwnFeed extends CentralFeed {}
