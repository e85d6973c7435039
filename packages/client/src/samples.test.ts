// Runs the code of docs/guides/plugin.md against the service and its sandbox.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../testing/src/start-service.ts'
import { type Client, createClient, type Fetch, type Post, type ProfileRequest } from './create-client.ts'
import { createFakeService, makePost } from './fake/create-fake-service.ts'

type Choice = { readonly id: string; readonly label: string; readonly image: string | null }
type Samples = {
  simple(client: Client, url: string): Promise<string>
  preview(client: Client, url: string, keepImage: (url: string) => Promise<string>): Promise<string>
  choices(
    client: Client,
    request: ProfileRequest,
  ): Promise<{ readonly handle: string; readonly posts: readonly Choice[]; readonly nextCursor: string | null }>
  refreshChosen(client: Client, platform: string, ids: readonly string[], stored: readonly Post[]): Promise<Post[]>
}

const SAMPLES = new URL('../../../docs/samples/modes.mjs', import.meta.url).href
const { choices, preview, refreshChosen, simple } = (await import(SAMPLES)) as Samples
const SANDBOX = 'https://central.example/sandbox'

test('the simple, preview and selector modes show content of the sandbox', async (context) => {
  const service = await startService(context)
  const { key } = await service.license()
  const fetch: Fetch = async (url, { method, headers, body }) => {
    const response = await service.send({
      method,
      path: new URL(url).pathname,
      headers,
      ...(body !== undefined && { body }),
    })
    return new Response(response.text, { status: response.status, headers: response.headers })
  }
  const client = createClient({ baseUrl: 'https://central.example', licenseKey: key, fetch })
  assert.match(await simple(client, `${SANDBOX}/@demo/1087`), /^<iframe src="[^"]+\/player\/demo\/1087"/)
  const card = await preview(client, `${SANDBOX}/news/1004`, async (url: string) => `/uploads/${url.split('/').at(-1)}`)
  assert.equal(
    card,
    `<img src="/uploads/1004-card.png" alt="" loading="lazy"><a href="${SANDBOX}/news/1004" rel="nofollow noopener ugc">The title of the page behind the link</a><p>What the page is about, in a sentence or two.</p><small>Sandbox</small>`,
  )
  const { handle, posts, nextCursor } = await choices(client, {
    platform: 'sandbox',
    handle: '@Demo',
    variant: 'media',
  })
  assert.deepEqual([handle, posts.length, typeof nextCursor], ['demo', 20, 'string'])
  assert.deepEqual(posts[2], {
    id: '1089',
    label: '2025-12-12, video, What the film is about.',
    image: `${SANDBOX}/media/1089-film.png`,
  })
})

test('deleted posts are removed from the selected posts', async () => {
  const posts = [makePost({ id: '1', text: 'New' })]
  const { fetch } = createFakeService({ posts })
  const client = createClient({ baseUrl: 'https://fake.example', licenseKey: 'any', fetch })
  const held = [makePost({ id: '1', text: 'Old' }), makePost({ id: '2' })]
  const now = await refreshChosen(client, 'sandbox', ['2', '1'], held)
  assert.deepEqual(
    now.map(({ id, text }) => [id, text]),
    [['1', 'New']],
  )
})
