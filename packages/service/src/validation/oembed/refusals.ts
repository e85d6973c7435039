// What oEmbed endpoints say when they do not answer. Whatever they speak of, they speak of the post.

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
    // Vimeo says so with status 200, and leaves out whatever would tell of the video.
    at: 'domain_status_code',
    is: 403,
    means: 'hidden',
    says: 'The video may only be shown at the sites that its owner names.',
    example: { status: 200, body: { type: 'video', version: '1.0', domain_status_code: 403 } },
  },
  graph([4, 17, 32, 613], 'limited'),
  graph([10, 190, 200], 'credential_lacks_scope'),
  // Gateways in front of a provider give these statuses too, with a page of their own.
  {
    status: [400, 401, 403, 422],
    is: /^\s*<(?:!doctype|html|head|body)/i,
    means: 'broken',
    example: { status: 403, body: '<!doctype html><title>Forbidden</title>' },
  },
  // TikTok and Meta say 400 of a post that is not there; a provider that speaks of authorization speaks of the post's.
  {
    status: [400, 404, 410, 422, 451],
    means: 'absent',
    example: { status: 404, body: 'Not Found' },
  },
  { status: [401, 403], is: /\S/, means: 'hidden', example: { status: 401, body: 'Unauthorized' } },
]
