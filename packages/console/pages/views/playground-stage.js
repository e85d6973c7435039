// The sandboxed frames that show posts in the playground. Their documents have an opaque origin, load images from their
// original hosts and run no third-party code. The page passes them the posts, never the token.

import { RequestError } from '../app/api.js'
import { h } from '../parts/element.js'

const STAGE_URL = new URL('stage/', document.baseURI).href
const MIN_HEIGHT = 120
const MAX_HEIGHT = 20_000

/**
 * @param {string} title
 * @param {object} shown
 * @param {(data: any, port: MessagePort) => void} [onMessage]
 */
const stage = (title, shown, onMessage) => {
  const frame = h('iframe', {
    class: 'stage',
    title,
    src: STAGE_URL,
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
    height: MIN_HEIGHT,
  })
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      if (data.height !== undefined) frame.height = String(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, data.height)))
      else onMessage?.(data, port1)
    }
    // An opaque origin cannot be the target origin. Any document in the frame receives only the content to show.
    frame.contentWindow?.postMessage('connect', '*', [port2])
    port1.postMessage(shown)
  })
  return frame
}

/**
 * @param {string} endpoint
 * @param {any} data of a successful response
 */
export const postsStage = (endpoint, data) => {
  const title = 'Site preview'
  if (data.nextCursor !== undefined) {
    const isFirst = endpoint === 'scan-profile'
    return stage(title, { show: 'posts', profile: isFirst ? data.body.profile : null, posts: data.body.posts })
  }
  if (data.post) return stage(title, { show: 'posts', profile: null, posts: [data.post] })
  const { title: name, siteName, description, imageUrl } = data.preview
  const card = { url: data.url, title: name ?? siteName, description, imageUrl }
  return stage(title, { show: 'card', card, html: data.embed?.html ?? null })
}

/**
 * @param {import('./playground-response.js').SendRequest} sendRequest
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
  const onMessage = async (/** @type {any} */ data, /** @type {MessagePort} */ port) => {
    if (data.chosen !== undefined) chosen.textContent = data.chosen
    else if (data.id !== undefined) port.postMessage(await respond(data.id, data.request))
  }
  return h(
    'div',
    { class: 'stack' },
    stage('The selector', { show: 'selector', profile: { platform, handle, variant } }, onMessage),
    h('p', { class: 'quiet' }, 'The value that a form submits:'),
    h('pre', { class: 'raw', tabindex: 0 }, chosen),
  )
}
