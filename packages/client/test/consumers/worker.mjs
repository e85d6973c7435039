// The same first program in a worker.

import { readPosts } from './use-client.mjs'

// biome-ignore lint/style/noDefaultExport: runtimes of workers require a default export
export default {
  async fetch(request) {
    return Response.json(await readPosts(await request.json()))
  },
}
