// What came of a request of the playground: in a word, as a site would show it, in the selector, and as it was sent.

import { copyButton } from '../parts/copy-button.js'
import { fill, h } from '../parts/element.js'
import { duration, grouped } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { postsStage, selectorStage } from './playground-stage.js'

/** @typedef {{ status: number, headers: Readonly<Record<string, string>>, body: string, milliseconds: number }} Answer */
/** @typedef {(endpoint: string, request: Record<string, unknown>) => Promise<Answer>} Ask */
/** @typedef {{ endpoint: string, request: Record<string, unknown>, answer: Answer }} Asked */

/** More of it makes a page slow, and nobody reads it. */
const MOST_SHOWN = 200_000

/**
 * @param {Ask} ask
 * @param {Asked} asked
 */
export const answerSections = (ask, { endpoint, request, answer }) => {
  const { ok, data, error } = JSON.parse(answer.body)
  const isPage = ok === true && data.nextCursor !== undefined
  const behind = h('div', { class: 'stack' })
  return [
    section('Answer', told(answer, error)),
    ok === true &&
      section(
        'As a site would show it',
        postsStage(endpoint, data),
        isPage && nextPage(ask, request, data.nextCursor, behind),
      ),
    isPage && selectorSection(ask, request),
    rawSection(answer.body),
    behind,
  ]
}

/**
 * @param {Answer} answer
 * @param {{ code: string, message: string, details?: readonly { field: string, message: string }[] } | undefined} error
 */
const told = ({ status, headers, body, milliseconds }, error) =>
  facts([
    ['Status', pill(String(status), status < 400 ? 'good' : 'bad')],
    ...(error === undefined
      ? []
      : /** @type {const} */ ([
          ['Error', h('a', { href: `../docs/errors#${error.code}` }, error.code)],
          ['', [error.message, ...(error.details ?? []).map(({ field, message }) => `${field} ${message}`)].join('. ')],
        ])),
    ...(headers['x-cache'] === undefined ? [] : /** @type {const} */ ([['Came from', cameFrom(headers)]])),
    ...(headers['retry-after'] === undefined
      ? []
      : /** @type {const} */ ([['Try again in', duration(Number(headers['retry-after']))]])),
    ['Took', `${grouped(milliseconds)} ms, ${grouped(body.length)} characters`],
  ])

/** @type {Readonly<Record<string, string>>} */
const CACHES = {
  hit: 'what was held',
  miss: 'the platform or page itself',
  stale: 'what was held, since asking failed',
}

/** @param {Answer['headers']} headers */
const cameFrom = (headers) => {
  const { 'x-cache': cache = '', age = '0' } = headers
  return `${CACHES[cache] ?? cache}, ${duration(Number(age))} old`
}

/**
 * @param {Ask} ask
 * @param {Record<string, unknown>} request
 * @param {string | null} cursor
 * @param {HTMLElement} place where it is shown
 */
const nextPage = (ask, request, cursor, place) => {
  if (cursor === null) return h('p', { class: 'quiet' }, 'This is the last page.')
  const more = async () => {
    button.disabled = true
    try {
      const asked = { endpoint: 'load-more-posts', request: { ...request, cursor } }
      fill(place, ...answerSections(ask, { ...asked, answer: await ask(asked.endpoint, asked.request) }))
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
 * @param {Ask} ask
 * @param {Record<string, unknown>} request
 */
const selectorSection = (ask, request) => {
  const place = h('div', {})
  const open = () => fill(place, selectorStage(ask, request))
  fill(place, h('button', { type: 'button', onclick: open }, 'Open it in the selector'))
  return section('As an editor chooses posts', place)
}

/** @param {string} body */
const rawSection = (body) => {
  const pretty = JSON.stringify(JSON.parse(body), null, 2)
  const text = h('code', {}, pretty.slice(0, MOST_SHOWN))
  return section(
    'Raw answer',
    copyButton({ label: 'Copy the answer', text: body, shown: text }),
    pretty.length > MOST_SHOWN && h('p', { class: 'quiet' }, 'Only its beginning is shown; all of it is copied.'),
    h('pre', { class: 'raw', tabindex: 0 }, text),
  )
}
