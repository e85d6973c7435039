// The post selector in its frame, as editors of a site see it, and the value that a form would submit.

import { RequestError } from '../app/api.js'
import { h } from '../parts/element.js'
import { createStage } from './playground-stage.js'

/**
 * @param {(endpoint: string, request: Record<string, unknown>) => Promise<import('./playground-status.js').TestResponse>} sendRequest
 * @param {Record<string, unknown>} profile
 */
export const selectorStage = (sendRequest, { platform, handle, variant }) => {
  const chosen = h('code', {}, '[]')
  const respond = async (/** @type {number} */ id, /** @type {Record<string, unknown>} */ request) => {
    try {
      const { body } = await sendRequest(request.cursor === undefined ? 'scan-profile' : 'load-more-posts', request)
      const { ok, data, error } = JSON.parse(body)
      return ok === true ? { id, page: data } : { id, error }
    } catch (cause) {
      const { code, requestId } =
        cause instanceof RequestError ? cause : { code: 'internal_error', requestId: undefined }
      return { id, error: { code, requestId } }
    }
  }
  const { frame } = createStage(
    'The selector',
    { show: 'selector', profile: { platform, handle, variant } },
    {
      async onMessage(data, send) {
        if (data.chosen !== undefined) chosen.textContent = data.chosen
        else if (data.id !== undefined) send(await respond(data.id, data.request))
      },
    },
  )
  return h(
    'div',
    { class: 'stack' },
    h('div', { class: 'viewport' }, frame),
    h('p', { class: 'quiet' }, 'The value that a form submits:'),
    h('pre', { class: 'raw', tabindex: 0 }, chosen),
  )
}
