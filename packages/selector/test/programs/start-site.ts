// A Node site with the selector in a form. Signs in its only editor, and prints the stored posts as JSON.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Client, createClient, type Post } from '../../../client/src/create-client.ts'

const SAMPLES = new URL('../../../../docs/samples/', import.meta.url)
const COOKIE = 'editor=1'

type PostCache = { get(name: string): Post | undefined; set(name: string, post: Post): unknown }
type Samples = {
  selectorEndpoint(
    client: Client,
    cache: PostCache,
    mayEdit: (request: IncomingMessage) => boolean,
  ): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  chosenPosts(client: Client, cache: PostCache, value: string): Promise<readonly Post[]>
}

const { chosenPosts, selectorEndpoint } = (await import(new URL('selector.mjs', SAMPLES).href)) as Samples

export type SiteOptions = { readonly baseUrl: string; readonly licenseKey: string; readonly bundle: string }

/** Returns the origin, and a function to stop the site. */
export const startSite = async ({ baseUrl, licenseKey, bundle }: SiteOptions) => {
  const client = createClient({ baseUrl, licenseKey, siteId: 'https://blog.example' })
  const cache: PostCache = new Map()
  const endpoint = selectorEndpoint(client, cache, ({ headers }) => headers.cookie === COOKIE)
  const server = createServer(async (request, response) => {
    const send = (type: string, body: string, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body)
    if (request.url === '/assets/post-selector.bundle.js') return send('text/javascript', bundle)
    if (request.url === '/selector') return endpoint(request, response)
    if (request.url === '/sign-out') return send('text/html', '', { 'set-cookie': 'editor=; Max-Age=0' })
    if (request.url !== '/save') {
      const form = readFileSync(new URL('selector.html', SAMPLES), 'utf8')
      const page = `<!doctype html><html lang="en"><title>Editor</title>${form}`
      return send('text/html; charset=utf-8', page, { 'set-cookie': COOKIE })
    }
    const posts = new URLSearchParams(await text(request)).get('posts') ?? '[]'
    return send('application/json', JSON.stringify(await chosenPosts(client, cache, posts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
