// The same first program in a worker: one request, one answer.

import { readPosts } from './use-client.mjs'

// biome-ignore lint/style/noDefaultExport: this is what a runtime of workers looks for
export default {
  async fetch(request) {
    return Response.json(await readPosts(await request.json()))
  },
}
