// An error that the license would get: its code, what to do, and where to read more. What to do is the advice of the
// documentation, whose module the service serves.

/** @typedef {{ code: string, message: string, retryable: boolean, details?: unknown }} ApiError */

import { h } from '../parts/element.js'
import { duration } from '../parts/format.js'
import { pill } from '../parts/status.js'

/** The path under which the service serves the module, which differs from its path in the repository. */
const GUIDE = '../shared/error-guide/error-guide.ts'

/** @param {string} code @returns {Promise<string | undefined>} */
const adviceFor = async (code) => {
  try {
    /** @type {typeof import('../../../service/src/http/docs/error-guide/error-guide.ts')} */
    const { ERROR_GUIDE } = await import(GUIDE)
    return new Map(Object.entries(ERROR_GUIDE)).get(code)?.todo
  } catch {
    // The connection broke. Code, message and link are enough to go on.
    return undefined
  }
}

/** @typedef {{ license: string, platform: unknown }} Tested the id of the license, and the platform of the request if it names one */

/** @param {Tested} tested */
const platformPage = ({ platform }) => (typeof platform === 'string' ? `#/platforms/${platform}` : '#/platforms')

/** Actions of the operator that resolve an error, by the start of its code. */
const ACTIONS = /** @type {const} */ ([
  ['license_', 'Open license', (/** @type {Tested} */ { license }) => `#/licenses/${license}`],
  ['platform_not_in_plan', 'Open plans', () => '#/plans'],
  ['platform_not_configured', 'Set up the platform', platformPage],
  ['platform_unauthorized', 'Check credentials', platformPage],
])

/**
 * @param {ApiError} error
 * @param {import('./playground-status.js').TestResponse} response
 * @param {Tested} tested
 */
export const errorState = async ({ code, message, details }, { status, headers }, tested) => {
  const todo = await adviceFor(code)
  const action = ACTIONS.find(([start]) => code.startsWith(start))
  const retryAfter = headers['retry-after']
  return h(
    'div',
    { class: 'api-error' },
    h('p', { class: 'api-error-code' }, pill(String(status), 'bad'), h('code', {}, code)),
    h('h2', {}, message),
    ...detailsOf(details),
    todo !== undefined && h('p', {}, h('strong', {}, 'What to do: '), ...withCode(todo)),
    retryAfter !== undefined && h('p', { class: 'quiet' }, `Retry after ${duration(Number(retryAfter))}.`),
    h(
      'div',
      { class: 'actions' },
      action && h('a', { class: 'button', href: action[2](tested) }, action[1]),
      h('a', { href: `../docs/errors#${code}`, target: '_blank', rel: 'noopener' }, `Read about ${code}`),
    ),
  )
}

/** Faults of single fields, or facts about a page. @param {unknown} details */
const detailsOf = (details) => {
  if (typeof details !== 'object' || details === null) return []
  const lines = Array.isArray(details)
    ? details.map(({ field, message }) => [h('code', {}, field), ` ${message}`])
    : Object.entries(details).map(([name, value]) => [h('code', {}, name), ` ${value}`])
  return [h('ul', { class: 'plain-list' }, ...lines.map((line) => h('li', { class: 'breakable' }, ...line)))]
}

/** A text with code between backticks. @param {string} text */
const withCode = (text) => text.split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part))
