// Addresses of made-up posts, at a host that nobody can have.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { postOfId } from '../../urls/post-of-id.ts'

/** A name that is reserved for examples: nothing answers there. RFC 2606, section 2 */
export const SANDBOX_ORIGIN = 'https://sandbox.example'

const POST = 'https://sandbox.example/@{handle}/{id}'
const ofDemo = postOfId('1\\d{3}', 'https://sandbox.example/@demo/{id}')
const ofFleeting = postOfId('[12]|\\d{10}', 'https://sandbox.example/@fleeting/{id}')

export const POSTS: PostAddresses = {
  parts: { handle: '[a-z0-9._]{1,64}', id: '\\d{1,10}' },
  patterns: { 'sandbox.example/@{handle}/{id}': POST, 'sandbox.example/player/{handle}/{id}': POST },
  ofId: (id) => ofDemo(id) ?? ofFleeting(id),
}

export const oembedAddress = (address: string): string => `${SANDBOX_ORIGIN}/oembed?url=${encodeURIComponent(address)}`
