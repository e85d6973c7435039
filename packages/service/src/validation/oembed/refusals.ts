// The refusals of oEmbed endpoints. They are always about the post.

import type { Refusal } from '../../upstream/contract/refusal.ts'

/** https://developers.facebook.com/docs/graph-api/guides/error-handling/ */
const graph = (is: readonly number[], means: Refusal['means']): Refusal => ({
  at: 'error.code',
  is,
  means,
  example: { status: 400, body: { error: { code: is[0], message: 'An error of the Graph API' } } },
})

export const OEMBED_REFUSALS: readonly Refusal[] = [
  graph([1, 2], 'broken'),
  {
    // Vimeo returns this with status 200, and without any data of the video.
    at: 'domain_status_code',
    is: 403,
    means: 'hidden',
    says: 'The video may only be shown on the sites that its owner allows.',
    example: { status: 200, body: { type: 'video', version: '1.0', domain_status_code: 403 } },
  },
  graph([4, 17, 32, 613], 'limited'),
  graph([10, 190, 200], 'credential_lacks_scope'),
  // Gateways in front of a provider return these statuses as well, with a page of their own.
  {
    status: [400, 401, 403, 422],
    is: /^\s*<(?:!doctype|html|head|body)/i,
    means: 'broken',
    example: { status: 403, body: '<!doctype html><title>Forbidden</title>' },
  },
  // TikTok and Meta return 400 for a missing post. A provider that reports missing authorization means the post's.
  {
    status: [400, 404, 410, 422, 451],
    means: 'absent',
    example: { status: 404, body: 'Not Found' },
  },
  { status: [401, 403], is: /\S/, means: 'hidden', example: { status: 401, body: 'Unauthorized' } },
]
