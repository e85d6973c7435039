// Lemmy's errors: `{ error, message? }`. 0.19 uses status 400 for nearly all of them, including rate limits.

import type { Refusal } from '../../upstream/contract/refusal.ts'

const error = (status: number, name: string) => ({ status, body: { error: name } })

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error',
    is: [
      ...['couldnt_find_person', 'couldnt_find_community', 'couldnt_find_post', 'couldnt_find_object', 'not_found'],
      // Before 0.19.
      'couldnt_find_that_username_or_email',
    ],
    means: 'absent',
    example: error(404, 'couldnt_find_person'),
  },
  {
    at: 'error',
    is: 'instance_is_private',
    means: 'hidden',
    says: 'The server requires a login.',
    example: error(400, 'instance_is_private'),
  },
  {
    // Mbin, whose errors are problem documents (RFC 9457).
    status: 401,
    at: 'detail',
    is: /authentication is required/i,
    means: 'hidden',
    says: 'The server requires a login.',
    example: {
      status: 401,
      body: {
        title: 'An error occurred',
        status: 401,
        detail: 'Full authentication is required to access this resource.',
      },
    },
  },
  {
    // 0.19 sends no rate limit headers; 1.0 sends them only with successful responses.
    at: 'error',
    is: ['rate_limit_error', 'too_many_requests'],
    means: 'limited',
    until: { seconds: 60 },
    example: error(400, 'rate_limit_error'),
  },
  {
    at: 'error',
    is: 'unknown',
    means: 'broken',
    example: { status: 400, body: { error: 'unknown', message: 'Fetch limit is > 50' } },
  },
  {
    at: 'person_view.person.deleted',
    is: true,
    means: 'absent',
    says: 'The account was deleted.',
    example: { status: 200, body: { person_view: { person: { id: 1, name: 'nia', deleted: true } }, posts: [] } },
  },
  {
    at: 'community_view.community.removed',
    is: true,
    means: 'absent',
    says: 'The server has removed the community.',
    example: { status: 200, body: { community_view: { community: { id: 1, name: 'maps', removed: true } } } },
  },
  {
    at: 'community_view.community.deleted',
    is: true,
    means: 'absent',
    says: 'The community was deleted.',
    example: { status: 200, body: { community_view: { community: { id: 1, name: 'maps', deleted: true } } } },
  },
]
