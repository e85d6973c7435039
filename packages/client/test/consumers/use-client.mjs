import { CentralApiError, createClient } from '@central-api/client'
import { createFakeService, makePost } from '@central-api/client/fake'

export const readPosts = async (options) => {
  const client = createClient(options)
  const ids = []
  for await (const { id } of client.posts({ platform: 'sandbox', handle: 'demo' })) ids.push(id)
  const { meta } = await client.scan({ platform: 'sandbox', handle: 'demo' }).withMeta()
  const preview = await client.validatePost({ url: 'https://sandbox.example/@demo/1086', withBody: false })
  const { sites } = await client.account()
  const error = await client.scan({ platform: 'sandbox', handle: 'error.profile_private' }).catch((thrown) => thrown)
  const fake = createFakeService({ posts: [makePost({ id: '1' })] })
  const fakeClient = createClient({ ...options, fetch: fake.fetch })
  return {
    posts: new Set(ids).size,
    used: meta.quota.used,
    cache: meta.cache,
    preview: preview.post.id,
    sites: sites.map(({ site }) => site),
    error: error instanceof CentralApiError ? error.code : String(error),
    faked: (await fakeClient.scan({ platform: 'sandbox', handle: 'demo' })).body.posts.length,
  }
}
