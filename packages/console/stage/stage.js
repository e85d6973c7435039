// Entry point of the sandboxed frame in which the playground shows posts. Its document has an opaque origin, has no access to
// the token and receives its content by messages. Only this document parses the HTML of posts, and its policy blocks scripts in it.

import { showCard } from './card.js'
import { showFeed } from './feed.js'
import { showSelector } from './selector.js'

/** @typedef {(data: any, port: MessagePort) => Node | Promise<Node>} Renderer */

/** @type {ReadonlyMap<string, Renderer>} */
const RENDERERS = new Map(Object.entries({ posts: showFeed, card: showCard, selector: showSelector }))

/** @param {MessagePort} port */
const connect = (port) => {
  port.addEventListener('message', async ({ data }) => {
    const render = RENDERERS.get(data.show)
    if (render) document.body.replaceChildren(await render(data, port))
  })
  port.start()
  new ResizeObserver(() => port.postMessage({ height: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  )
}

addEventListener('message', ({ source, ports: [port] }) => {
  if (source === parent && port) connect(port)
})
