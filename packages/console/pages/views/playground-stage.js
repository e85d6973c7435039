// The frames in which the playground shows posts: documents of no origin, which load pictures from where they are and run
// nothing of anybody else. They are handed what they show, and never the token.

import { Refusal } from '../app/api.js'
import { h } from '../parts/element.js'

const ADDRESS = new URL('stage/', document.baseURI).href
const LEAST_HEIGHT = 120
const MOST_HEIGHT = 20_000

/**
 * @param {string} title
 * @param {object} shown
 * @param {(data: any, port: MessagePort) => void} [onTold]
 */
const stage = (title, shown, onTold) => {
  const frame = h('iframe', {
    class: 'stage',
    title,
    src: ADDRESS,
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
    height: LEAST_HEIGHT,
  })
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      if (data.height !== undefined) frame.height = String(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, data.height)))
      else onTold?.(data, port1)
    }
    // It has no origin that could be named; whoever is in the frame gets nothing but what is to be shown.
    frame.contentWindow?.postMessage('connect', '*', [port2])
    port1.postMessage(shown)
  })
  return frame
}

/**
 * @param {string} endpoint
 * @param {any} data of a good answer
 */
export const postsStage = (endpoint, data) => {
  const title = 'As a site would show it'
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
 * @param {import('./playground-answer.js').Ask} ask
 * @param {Record<string, unknown>} profile
 */
export const selectorStage = (ask, { platform, handle, variant }) => {
  const chosen = h('code', {}, '[]')
  const answer = async (/** @type {number} */ number, /** @type {Record<string, unknown>} */ request) => {
    try {
      const { body } = await ask(request.cursor === undefined ? 'scan-profile' : 'load-more-posts', request)
      const { ok, data, error } = JSON.parse(body)
      return ok === true ? { answer: number, page: data } : { answer: number, failure: error }
    } catch (error) {
      const { code, requestId } = error instanceof Refusal ? error : { code: 'internal_error', requestId: undefined }
      return { answer: number, failure: { code, requestId } }
    }
  }
  const onTold = async (/** @type {any} */ data, /** @type {MessagePort} */ port) => {
    if (data.chosen !== undefined) chosen.textContent = data.chosen
    else if (data.ask !== undefined) port.postMessage(await answer(data.ask, data.request))
  }
  return h(
    'div',
    { class: 'stack' },
    stage('The selector', { show: 'selector', profile: { platform, handle, variant } }, onTold),
    h('p', { class: 'quiet' }, 'What a form around it would send:'),
    h('pre', { class: 'raw', tabindex: 0 }, chosen),
  )
}
