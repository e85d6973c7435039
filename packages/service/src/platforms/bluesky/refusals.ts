// The AppView's errors: nearly always status 400, with the reason in `error` or `message`.
// https://docs.bsky.app/docs/advanced-guides/api-directory

import type { Refusal } from '../../upstream/contract/refusal.ts'

const STATUSES = [400, 401, 403, 404]

const example = (error: string, message: string) => ({ status: 400, body: { error, message } })

/** What an account's own server refuses before it passes a call on. https://atproto.com/specs/oauth */
const TOKEN_REFUSALS: readonly Refusal[] = [
  {
    // The nonce changed between two tries.
    ...{ status: 401, at: 'error', is: 'use_dpop_nonce', means: 'passing' },
    example: {
      status: 401,
      body: { error: 'use_dpop_nonce', message: 'Resource server requires nonce in DPoP proof' },
    },
  },
  {
    // The proof, and not the token: a clock that is wrong ends no connection.
    ...{ status: 401, at: 'error', is: 'invalid_dpop_proof', means: 'broken' },
    says: 'The account’s server rejects the proof. Check the clock of the machine that runs the service.',
    example: { status: 401, body: { error: 'invalid_dpop_proof', message: 'DPoP proof iat is in the future' } },
  },
  {
    ...{ status: 401, means: 'credential_expired' },
    example: { status: 401, body: { error: 'invalid_token', message: '"exp" claim timestamp check failed' } },
  },
  {
    ...{ status: 400, at: 'error', is: ['ExpiredToken', 'InvalidToken'], means: 'credential_expired' },
    example: example('ExpiredToken', 'Token has expired'),
  },
  {
    ...{ status: 403, at: 'message', is: /^Missing required scope\b/, means: 'credential_lacks_scope' },
    example: {
      status: 403,
      body: {
        error: 'Forbidden',
        message: 'Missing required scope "rpc:app.bsky.feed.getPosts?aud=did:web:api.bsky.app%23bsky_appview"',
      },
    },
  },
]

/** Of accounts, feeds and lists. */
const ABSENT: readonly Refusal[] = [
  {
    status: STATUSES,
    at: 'error',
    is: ['AccountTakedown', 'AccountDeactivated', 'AccountSuspended'],
    means: 'absent',
    example: example('AccountTakedown', 'Account has been suspended'),
  },
  {
    status: STATUSES,
    at: 'error',
    is: ['HandleNotFound', 'ActorNotFound', 'DidNotFound', 'RepoNotFound'],
    means: 'absent',
    example: example('HandleNotFound', 'Unable to resolve handle'),
  },
  {
    status: STATUSES,
    at: 'message',
    is: /^(?:(?:Profile|Actor|Account) not found|Unable to resolve handle|.{0,100}must be a valid (?:did or a )?handle)/,
    means: 'absent',
    example: example('InvalidRequest', 'Profile not found'),
  },
  {
    status: STATUSES,
    at: 'error',
    is: ['UnknownFeed', 'UnknownList'],
    means: 'absent',
    example: example('UnknownFeed', 'Feed not found'),
  },
  {
    status: STATUSES,
    at: 'message',
    is: /^(?:(?:could not find|unknown) feed|List not found|Starter ?pack not found)/i,
    means: 'absent',
    example: example('InvalidRequest', 'could not find feed'),
  },
]

const OTHERS: readonly Refusal[] = [
  {
    status: STATUSES,
    at: 'error',
    is: ['BlockedActor', 'BlockedByActor'],
    means: 'hidden',
    example: example('BlockedActor', 'Requester has blocked actor'),
  },
  {
    status: STATUSES,
    at: 'error',
    is: 'NotFound',
    about: 'post',
    means: 'absent',
    example: example('NotFound', 'Post not found'),
  },
  {
    status: 400,
    at: 'message',
    is: /\bcursor\b/i,
    means: 'invalid_cursor',
    example: example('InvalidRequest', 'Malformed cursor'),
  },
  // No other error is about the account: it may come from a proxy.
  { status: STATUSES, means: 'broken', example: { status: 404, body: '<!doctype html><title>Not Found</title>' } },
]

/** Of feeds that others make. */
const FEEDS: readonly Refusal[] = [
  {
    status: STATUSES,
    at: 'error',
    is: ['AuthMissing', 'AuthenticationRequired', 'AuthRequiredError'],
    means: 'unsupported',
    kind: 'feed',
    says: 'Only signed-in users can see this feed.',
    example: { status: 401, body: { error: 'AuthenticationRequired', message: 'Authentication required' } },
  },
  {
    // The AppView works: only the server of the feed does not.
    status: [400, 500, 502, 503, 504],
    at: 'error',
    is: ['InvalidFeedResponse', 'UpstreamFailure', 'UpstreamTimeout'],
    means: 'broken',
    says: 'The server of this feed does not respond as it should.',
    example: { status: 502, body: { error: 'InvalidFeedResponse', message: 'feed unavailable' } },
  },
]

export const REFUSALS: readonly Refusal[] = [...ABSENT, ...FEEDS, ...OTHERS]
export const CONNECTED_REFUSALS: readonly Refusal[] = [...TOKEN_REFUSALS, ...ABSENT, ...OTHERS]
