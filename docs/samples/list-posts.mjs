import { createClient } from '@central-api/client'

const client = createClient({
  baseUrl: process.env.CENTRAL_API_URL,
  licenseKey: process.env.CENTRAL_API_KEY,
  siteId: 'https://blog.example',
})

for await (const post of client.posts({ platform: 'sandbox', handle: 'demo' })) {
  process.stdout.write(`${post.id} ${post.kind}\n`)
}
