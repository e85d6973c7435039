// The sandboxed frames that show posts in the playground. Their documents have an opaque origin, load images from their
// original hosts and run no third-party code. The page passes them the posts, never the token.

import { h } from '../parts/element.js'

const STAGE_URL = new URL('stage/', document.baseURI).href
/** Browsers do not lay out a frame without a height. */
export const MIN_HEIGHT = 160
/** A longer document scrolls in its frame. */
const MAX_HEIGHT = 20_000

/**
 * @typedef {object} Stage
 * @property {HTMLIFrameElement} frame
 * @property {(message: object) => void} send
 */

/**
 * @param {string} title
 * @param {object} shown
 * @param {{ onMessage?: (data: any, send: Stage['send']) => void, onHeight?: (pixels: number) => void }} [listeners]
 * @returns {Stage}
 */
export const createStage = (title, shown, { onMessage, onHeight } = {}) => {
  const frame = h('iframe', {
    class: 'stage',
    title,
    src: STAGE_URL,
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
    height: MIN_HEIGHT,
  })
  /** @type {MessagePort | undefined} */
  let port
  const send = (/** @type {object} */ message) => port?.postMessage(message)
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = ({ data }) => {
      if (data.height === undefined) return onMessage?.(data, send)
      const height = Math.ceil(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, data.height)))
      frame.height = String(height)
      onHeight?.(height)
    }
    // An opaque origin cannot be the target origin. Any document in the frame receives only the content to show.
    frame.contentWindow?.postMessage('connect', '*', [port2])
    send(shown)
  })
  return { frame, send }
}
