// The quick start and the rules for all endpoints, at the start of the reference.

import { API_PREFIX } from '../endpoints.ts'
import { HEADERS, type HeaderName } from '../openapi/headers.ts'
import type { Call } from './call.ts'
import { callSample, headerSample, jsonSample } from './code-sample.ts'
import { anchorLink } from './heading-anchors.ts'
import { html, type Markup } from './markup.ts'
import { inline } from './prose.ts'

type Rule = { readonly id: string; readonly title: string; readonly text: readonly string[]; readonly sample?: Markup }

const steps = (baseUrl: string): Markup => {
  const demo = { platform: 'sandbox', handle: 'demo' }
  const post = (path: string, body: unknown, needsToken = true): Call => ({
    method: 'POST',
    url: `${baseUrl}${API_PREFIX}${path}`,
    headers: {},
    body,
    needsToken,
  })
  return html`
<ol class="steps">
  <li>
    <div><h3>Exchange the key</h3>
    <p>Do this once an hour. Store the <code>token</code> of the response with its <code>expiresAt</code>. The requests below read it from <code>$TOKEN</code>, <code>$token</code> or <code>token</code>.</p></div>
    ${callSample('Get a token', post('/auth/token', { licenseKey: 'ck_test_…' }, false), 'start-token')}
  </li>
  <li>
    <div><h3>Scan a profile</h3>
    <p>The platform <code>sandbox</code> returns sample posts. It is always available, and any license may scan it.</p></div>
    ${callSample('First page', post('/scan-profile', demo), 'start-scan')}
  </li>
  <li>
    <div><h3>Load more pages</h3>
    <p>If <code>nextCursor</code> is not <code>null</code>, there is another page.</p></div>
    ${callSample('Next page', post('/load-more-posts', { ...demo, cursor: '…' }), 'start-more')}
  </li>
</ol>`
}

export const quickStart = (baseUrl: string): Markup => html`
<section id="start">
  <h2>From a key to posts</h2>
  ${steps(baseUrl)}
</section>`

const pick = (...names: readonly HeaderName[]): Readonly<Record<string, string | number>> =>
  Object.fromEntries(names.map((name) => [name, HEADERS[name].example]))

const rules = (baseUrl: string): readonly Rule[] => [
  {
    id: 'envelope',
    title: 'One envelope',
    text: [
      'Every response below `/api/v1/` is one of two JSON objects, which `ok` distinguishes. Branch on `error.code`: its meaning never changes. `message` is for people and may change.',
      '`retryable` says whether the same request may succeed later, and `Retry-After` says when. New fields and codes may be added at any time. Ignore those that you do not know.',
    ],
    sample: jsonSample('An error', {
      ok: false,
      error: {
        code: 'quota_exceeded',
        message: 'All 10000 scans of this month are used; the next month begins at 2030-02-01T00:00:00.000Z.',
        retryable: true,
        docs: `${baseUrl}/docs/errors#quota_exceeded`,
      },
    }),
  },
  {
    id: 'tokens',
    title: 'Tokens',
    text: [
      'A token is valid for one hour. Send it as `Authorization: Bearer …`, and share it among all your processes. Get a new one when less than a minute is left or a request fails with `token_expired`.',
      'You can request a token early: the same client gets the same token again, so a lost cache causes no lockout. The public keys are at `/.well-known/jwks.json`.',
    ],
    sample: headerSample('On every request except auth/token', {
      Authorization: 'Bearer eyJhbGciOiJFZERTQSIsInR5cCI6…',
    }),
  },
  {
    id: 'quotas',
    title: 'Quotas',
    text: [
      'Each returned page costs one scan, whether it was fetched or cached. Each validated link costs one validation. A response with `"ok": false` costs nothing. Months are calendar months in UTC.',
      'A plan also has a burst, which limits the requests per minute. Every metered response, including errors, reports the quota status: `X-Quota-…` for the month, and `RateLimit` for both.',
    ],
    sample: headerSample('On every metered response', pick('X-Quota-Remaining', 'X-Quota-Reset', 'RateLimit')),
  },
  {
    id: 'freshness',
    title: 'Freshness',
    text: [
      'The service caches pages and returns them while they are fresh; see `X-Cache` and `Age`. For a while after that, it still returns the cached page immediately and refreshes it in the background.',
      'When a platform fails, the service returns the cached page as `stale` for up to 30 days, with its original `fetchedAt`. A feed stays visible during an outage of the platform.',
    ],
    sample: headerSample('On every page', pick('X-Cache', 'Age')),
  },
  {
    id: 'paging',
    title: 'Paging',
    text: [
      'A cursor is opaque. It is valid for 24 hours and only for its platform, handle and variant. Send it exactly as you received it.',
      'Paging neither repeats nor skips posts, even when new posts appear, as far as the platform’s own paging allows. A page may contain fewer than 20 posts, or none, and still have a next page.',
    ],
    sample: jsonSample('Next to the posts', { fetchedAt: '2030-01-15T12:00:00.000Z', nextCursor: 'mFv0Wd3bq8yKc1…' }),
  },
  {
    id: 'repeating',
    title: 'Retries',
    text: [
      'Retry only if `retryable` is true, never before `Retry-After` has passed, and double the pause each time. After `token_expired` or `token_invalid`, get one new token and try once more.',
      'Set the timeout of your HTTP client to 20 seconds: a page that is not cached takes as long as its platform needs. `error.docs` links to the advice for each code.',
    ],
    sample: headerSample('On retryable errors', pick('Retry-After', 'X-Request-Id')),
  },
]

/** The sections for the contents and the search. */
export const GUIDE_ENTRIES: readonly { readonly id: string; readonly title: string; readonly text: string }[] = [
  { id: 'start', title: 'From a key to posts', text: 'Exchange the key. Scan a profile. Load more pages.' },
  ...rules('').map(({ id, title, text }) => ({ id, title, text: text.join(' ') })),
]

export const guide = (baseUrl: string): Markup => html`
<section class="rules-of-all">${rules(baseUrl).map(
  ({ id, title, text, sample }) => html`
  <article id="${id}">
    <h3>${title}${anchorLink({ anchor: id, text: title })}</h3>
    ${text.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
    ${sample}
  </article>`,
)}
</section>`
