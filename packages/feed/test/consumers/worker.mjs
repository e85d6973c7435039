// The same in a worker.

import { renderFeed } from '@central-api/feed'

// biome-ignore lint/style/noDefaultExport: runtimes of workers require a default export
export default {
  async fetch(request) {
    return new Response(renderFeed(await request.json(), { locale: 'de', layout: 'single' }))
  },
}
