// What the errors of a PeerTube server mean: problem details (RFC 9457) that link to PeerTube's documentation.

import type { Refusal } from '../../upstream/contract/refusal.ts'

const OWN_DOCUMENTS = /^https:\/\/docs\.joinpeertube\.org\//

const problem = (status: number, detail: string, code?: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: {
    type:
      code === undefined
        ? 'about:blank'
        : `https://docs.joinpeertube.org/api-rest-reference.html#section/Errors/${code}`,
    title: 'Error',
    detail,
    status,
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html#operation/getVideo',
    error: detail,
    ...(code !== undefined && { code }),
  },
})

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'code',
    is: 'does_not_respect_follow_constraints',
    means: 'hidden',
    says: 'The server does not follow the video’s home server. Use the URL of the video at its home server.',
    example: problem(403, 'Cannot get this video regarding follow constraints', 'does_not_respect_follow_constraints'),
  },
  {
    at: 'code',
    is: ['video_requires_password', 'incorrect_video_password'],
    means: 'hidden',
    says: 'The video is protected by a password.',
    example: problem(403, 'Please provide a password to access this video', 'video_requires_password'),
  },
  {
    status: [401, 403],
    at: 'docs',
    is: OWN_DOCUMENTS,
    means: 'hidden',
    example: problem(403, 'Cannot fetch information of private/internal/blocked video'),
  },
  {
    // Servers before 3.3.
    status: [401, 403],
    at: 'error',
    is: /^(?:This (?:video|account|video channel)\b|Cannot (?:get|fetch|see)\b.{0,60}\bvideo\b|Please provide a password\b.{0,40}\bvideo\b)/i,
    means: 'hidden',
    example: { status: 403, body: { error: 'This video is private' } },
  },
  {
    status: 404,
    at: 'docs',
    is: OWN_DOCUMENTS,
    means: 'absent',
    example: problem(404, 'Account not found'),
  },
  {
    // Servers before 3.3.
    status: 404,
    at: 'error',
    is: ['Video not found', 'Account not found', 'Video channel not found'],
    means: 'absent',
    example: { status: 404, body: { error: 'Account not found' } },
  },
]
