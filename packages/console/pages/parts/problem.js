// Empty states and error states: what happened and what to do.

import { RequestError } from '../app/api.js'
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
    actions.some(Boolean) && h('div', { class: 'actions' }, ...actions),
  )

/** @type {Readonly<Record<string, string>>} */
const ADVICE = {
  offline: 'Check that the service is running and that this device is online.',
  lost: 'The change may have been made. Press the button again. Nothing is created twice.',
  unsure: 'The change may have been made. Refresh the page before you repeat it.',
  idempotency_key_reused:
    'The first version of this form was accepted, but its response was lost. Enter the same content again to see the response, or reload the page to start over.',
  idempotency_key_in_use: 'The first request is still in progress. Press the button again in a moment.',
  rate_limited: 'Wait one minute, then try again.',
  unavailable: 'The service is busy or cannot reach its store. Try again in a moment.',
  internal_error: 'Search the service’s log for the request ID.',
  not_found: 'It may exist on another installation, or the URL may be mistyped.',
}

/** @param {unknown} error */
export const problemText = (error) => {
  if (!(error instanceof RequestError)) return 'Something went wrong on this page. Reload it.'
  return [`${error.message.replace(/\.$/, '')}.`, ADVICE[error.code]].filter(Boolean).join(' ')
}

/**
 * @param {unknown} error
 * @param {() => void} retry
 */
export const problemState = (error, retry) => {
  const requestId = error instanceof RequestError ? error.requestId : undefined
  return h(
    'div',
    { class: 'empty problem', role: 'alert' },
    h('h2', {}, 'This page could not be loaded'),
    h('p', {}, problemText(error)),
    requestId && h('p', { class: 'quiet' }, 'Request ID ', h('code', {}, requestId)),
    h('div', { class: 'actions' }, h('button', { type: 'button', onclick: retry }, 'Try again')),
  )
}

/** Returns an error of the page's query, which the page shows next to its filter, and rethrows any other. @param {unknown} error */
export const asQueryError = (error) => {
  if (error instanceof RequestError && ['invalid_request', 'not_found'].includes(error.code)) return error
  throw error
}
