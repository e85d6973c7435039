// Shows the response to a playground request: a summary, a site preview, the post selector and the raw body.

import { copyButton } from '../parts/copy-button.js'
import { fill, h } from '../parts/element.js'
import { duration, formatCount } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { postsStage, selectorStage } from './playground-stage.js'

/** @typedef {{ status: number, headers: Readonly<Record<string, string>>, body: string, milliseconds: number }} TestResponse */
/** @typedef {(endpoint: string, request: Record<string, unknown>) => Promise<TestResponse>} SendRequest */
/** @typedef {{ endpoint: string, request: Record<string, unknown>, response: TestResponse }} Exchange */

/** A longer text makes the page slow. */
const MAX_SHOWN_CHARACTERS = 200_000

/**
 * @param {SendRequest} sendRequest
 * @param {Exchange} exchange
 */
export const responseSections = (sendRequest, { endpoint, request, response }) => {
  const { ok, data, error } = JSON.parse(response.body)
  const isPage = ok === true && data.nextCursor !== undefined
  const following = h('div', { class: 'stack' })
  return [
    section('Response', summary(response, error)),
    ok === true &&
      section(
        'Site preview',
        postsStage(endpoint, data),
        isPage && nextPage(sendRequest, request, data.nextCursor, following),
      ),
    isPage && selectorSection(sendRequest, request),
    rawSection(response.body),
    following,
  ]
}

/**
 * @param {TestResponse} response
 * @param {{ code: string, message: string, details?: readonly { field: string, message: string }[] } | undefined} error
 */
const summary = ({ status, headers, body, milliseconds }, error) =>
  facts([
    ['Status', pill(String(status), status < 400 ? 'good' : 'bad')],
    ...(error === undefined
      ? []
      : /** @type {const} */ ([
          ['Error', h('a', { href: `../docs/errors#${error.code}` }, error.code)],
          ['', [error.message, ...(error.details ?? []).map(({ field, message }) => `${field} ${message}`)].join('. ')],
        ])),
    ...(headers['x-cache'] === undefined ? [] : /** @type {const} */ ([['Source', cacheText(headers)]])),
    ...(headers['retry-after'] === undefined
      ? []
      : /** @type {const} */ ([['Retry after', duration(Number(headers['retry-after']))]])),
    ['Duration', `${formatCount(milliseconds)} ms, ${formatCount(body.length)} characters`],
  ])

/** @type {Readonly<Record<string, string>>} */
const CACHES = {
  hit: 'cache',
  miss: 'platform or page',
  stale: 'cache, because the request failed',
}

/** @param {TestResponse['headers']} headers */
const cacheText = (headers) => {
  const { 'x-cache': cache = '', age = '0' } = headers
  return `${CACHES[cache] ?? cache}, ${duration(Number(age))} old`
}

/**
 * @param {SendRequest} sendRequest
 * @param {Record<string, unknown>} request
 * @param {string | null} cursor
 * @param {HTMLElement} place shows the next page
 */
const nextPage = (sendRequest, request, cursor, place) => {
  if (cursor === null) return h('p', { class: 'quiet' }, 'This is the last page.')
  const more = async () => {
    button.disabled = true
    try {
      const [endpoint, nextRequest] = ['load-more-posts', { ...request, cursor }]
      const response = await sendRequest(endpoint, nextRequest)
      fill(place, ...responseSections(sendRequest, { endpoint, request: nextRequest, response }))
      button.remove()
      place.querySelector('h2')?.scrollIntoView()
    } catch (error) {
      notify(problemText(error))
      button.disabled = false
    }
  }
  const button = h('button', { type: 'button', onclick: more }, 'Load more posts')
  return h('div', { class: 'actions' }, button)
}

/**
 * @param {SendRequest} sendRequest
 * @param {Record<string, unknown>} request
 */
const selectorSection = (sendRequest, request) => {
  const place = h('div', {})
  const open = () => fill(place, selectorStage(sendRequest, request))
  fill(place, h('button', { type: 'button', onclick: open }, 'Open in the selector'))
  return section('Post selector', place)
}

/** @param {string} body */
const rawSection = (body) => {
  const pretty = JSON.stringify(JSON.parse(body), null, 2)
  const text = h('code', {}, pretty.slice(0, MAX_SHOWN_CHARACTERS))
  return section(
    'Raw response',
    copyButton({ label: 'Copy response', text: body, shown: text }),
    pretty.length > MAX_SHOWN_CHARACTERS &&
      h('p', { class: 'quiet' }, 'Only the beginning is shown. The button copies the whole response.'),
    h('pre', { class: 'raw', tabindex: 0 }, text),
  )
}
