// URLs of the sandbox's fictional posts, at a reserved host.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { postOfId } from '../../urls/post-of-id.ts'

/** `.example` is reserved, so no server has this name. RFC 2606, section 2 */
export const SANDBOX_ORIGIN = 'https://sandbox.example'

const POST = 'https://sandbox.example/@{handle}/{id}'
const ofDemo = postOfId('1\\d{3}', 'https://sandbox.example/@demo/{id}')
const ofFleeting = postOfId('[12]|\\d{10}', 'https://sandbox.example/@fleeting/{id}')

export const POSTS: PostAddresses = {
  parts: { handle: '[a-z0-9._]{1,64}', id: '\\d{1,10}' },
  patterns: { 'sandbox.example/@{handle}/{id}': POST, 'sandbox.example/player/{handle}/{id}': POST },
  ofId: (id) => ofDemo(id) ?? ofFleeting(id),
}

export const oembedUrl = (url: string): string => `${SANDBOX_ORIGIN}/oembed?url=${encodeURIComponent(url)}`
