import { createClient } from '@central-api/client'

const client = createClient({
  baseUrl: process.env.CENTRAL_API_URL,
  licenseKey: process.env.CENTRAL_API_KEY,
  siteId: 'https://blog.example',
})
const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const { body } = await client.scan({ platform: 'sandbox', handle: 'demo' })

process.stdout.write('<ul>\n')
for (const post of body.posts) {
  const { id, url, text } = post
  process.stdout.write(`<li><a href="${escapeHtml(url ?? '')}">${escapeHtml(text ?? id)}</a></li>\n`)
}
process.stdout.write('</ul>\n')
