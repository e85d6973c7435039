// What holds for all endpoints, in a few sections before them.

import { API_PREFIX } from '../endpoints.ts'
import { HEADERS, type HeaderName } from '../openapi/headers.ts'
import type { Call } from './call.ts'
import { callSample, headerSample, jsonSample } from './code-sample.ts'
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
    <p>Once an hour. Keep the <code>token</code> of the answer together with its <code>expiresAt</code>; the calls below take it from <code>$TOKEN</code>, <code>$token</code> or <code>token</code>.</p></div>
    ${callSample('A token for an hour', post('/auth/token', { licenseKey: 'ck_test_…' }, false), 'start-token')}
  </li>
  <li>
    <div><h3>Scan a profile</h3>
    <p>The platform <code>sandbox</code> is made up and always there: any license may scan it.</p></div>
    ${callSample('The first page', post('/scan-profile', demo), 'start-scan')}
  </li>
  <li>
    <div><h3>Page on</h3>
    <p>While <code>nextCursor</code> is not <code>null</code>, there is more.</p></div>
    ${callSample('The page behind it', post('/load-more-posts', { ...demo, cursor: '…' }), 'start-more')}
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
      'Whatever happens, an answer below `/api/v1/` is one of two JSON objects, told apart by `ok`. Branch on `error.code`: it never changes its meaning. `message` is for people and may.',
      '`retryable` says whether the very same request may succeed later, and `Retry-After` when. New fields and new codes may come at any time, so ignore what you do not know.',
    ],
    sample: jsonSample('When it did not work', {
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
      'A token is good for one hour. Send it as `Authorization: Bearer …`, share it among all your processes, and get another when less than a minute is left or a call answers `token_expired`.',
      'Asking again early does no harm: the same client gets the same token back, byte for byte, so a lost cache locks nobody out. The public keys are at `/.well-known/jwks.json`.',
    ],
    sample: headerSample('On every call but the first', { Authorization: 'Bearer eyJhbGciOiJFZERTQSIsInR5cCI6…' }),
  },
  {
    id: 'quotas',
    title: 'Quotas',
    text: [
      'A page that was answered costs one scan, whether it was fetched or held; a link that was answered costs one validation. An answer with `"ok": false` costs neither. Months are calendar months in UTC.',
      'Besides, a plan has a burst: so many requests a minute. Every metered answer says where both stand, errors included, in `X-Quota-…` for the month and in `RateLimit` for both.',
    ],
    sample: headerSample('On every metered answer', pick('X-Quota-Remaining', 'X-Quota-Reset', 'RateLimit')),
  },
  {
    id: 'freshness',
    title: 'Freshness',
    text: [
      'A page is held and served as it is while it is fresh; `X-Cache` and `Age` say so. For a while after that it is still served at once and fetched anew behind the answer.',
      'When a platform fails, the page that is held is served as `stale`, with its true `fetchedAt`, for up to 30 days. A feed does not go blank because somebody else has a bad day.',
    ],
    sample: headerSample('On every page', pick('X-Cache', 'Age')),
  },
  {
    id: 'paging',
    title: 'Paging',
    text: [
      'A cursor is opaque, good for 24 hours, and only for the platform, handle and variant that it was given for. Send it back exactly as it came.',
      'No post comes twice and none is skipped while you page, new ones included, as far as the platform’s own paging allows. A page may hold fewer than 20 posts, or none, while there is a next one.',
    ],
    sample: jsonSample('Beside the posts', { fetchedAt: '2030-01-15T12:00:00.000Z', nextCursor: 'mFv0Wd3bq8yKc1…' }),
  },
  {
    id: 'repeating',
    title: 'Repeating',
    text: [
      'Repeat only what is `retryable`, never before `Retry-After` has passed, and with a pause that doubles. After `token_expired` or `token_invalid`, get one new token and try once more.',
      'Allow your HTTP client 20 seconds: a page that nobody has asked for takes as long as its platform takes. `error.docs` leads to the advice for each code.',
    ],
    sample: headerSample('On what may be repeated', pick('Retry-After', 'X-Request-Id')),
  },
]

export const GUIDE_LINKS: readonly { readonly href: string; readonly text: string }[] = [
  { href: '#start', text: 'From a key to posts' },
  ...rules('').map(({ id, title }) => ({ href: `#${id}`, text: title })),
]

export const guide = (baseUrl: string): Markup => html`
<section class="rules-of-all">${rules(baseUrl).map(
  ({ id, title, text, sample }) => html`
  <article id="${id}">
    <h3>${title}</h3>
    ${text.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
    ${sample}
  </article>`,
)}
</section>`
