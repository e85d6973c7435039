// What is shown where there is nothing to show, or nothing could be had: why, and what to do.

import { Refusal } from '../app/api.js'
import { h } from './element.js'

/** @typedef {import('./element.js').Child} Child */

/**
 * @param {string} title
 * @param {string} text
 * @param {...Child} actions
 */
export const emptyState = (title, text, ...actions) =>
  h(
    'div',
    { class: 'empty' },
    h('h2', {}, title),
    h('p', {}, text),
    actions.length > 0 && h('div', { class: 'actions' }, ...actions),
  )

/** @type {Readonly<Record<string, string>>} */
const ADVICE = {
  offline: 'Is the service running, and is this device on the network?',
  lost: 'The change may have been made. Press the button again: nothing is made twice.',
  unsure: 'The change may have been made. Refresh the page before you repeat it.',
  idempotency_key_reused:
    'The form was sent before with other content, which was accepted; only its response was lost. Enter the same content again to see the response, or reload the page to start over.',
  idempotency_key_in_use: 'The first request is still in progress. Press the button again in a moment.',
  rate_limited: 'Wait for a minute, then try again.',
  unavailable: 'The service is busy, or its store is away. Try again in a moment.',
  internal_error: 'The service’s log says more; look for the request id there.',
  not_found: 'It may have been made on another installation, or the address is mistyped.',
}

/** @param {unknown} error */
export const problemText = (error) => {
  if (!(error instanceof Refusal)) return 'Something went wrong on this page. Load it again.'
  return [`${error.message.replace(/\.$/, '')}.`, ADVICE[error.code]].filter(Boolean).join(' ')
}

/**
 * @param {unknown} error
 * @param {() => void} retry
 */
export const problemState = (error, retry) => {
  const requestId = error instanceof Refusal ? error.requestId : undefined
  return h(
    'div',
    { class: 'empty problem', role: 'alert' },
    h('h2', {}, 'This could not be shown'),
    h('p', {}, problemText(error)),
    requestId && h('p', { class: 'quiet' }, 'Request ', h('code', {}, requestId)),
    h('div', { class: 'actions' }, h('button', { type: 'button', onclick: retry }, 'Try again')),
  )
}

/** What is wrong with the query of a page is said where it can be put right. @param {unknown} error */
export const asRefusedQuery = (error) => {
  if (error instanceof Refusal && ['invalid_request', 'not_found'].includes(error.code)) return error
  throw error
}
