// What the playground of the operator's pages shows posts on: a document of no origin, in a frame, that holds no token and is
// handed what it shows. Markup of posts is read here and nowhere else; its policy lets none of it run.

import { showCard } from './card.js'
import { showPosts } from './posts.js'
import { showSelector } from './selector.js'

/** @typedef {(data: any, port: MessagePort) => Node | Promise<Node>} Show */

/** @type {ReadonlyMap<string, Show>} */
const SHOWS = new Map(Object.entries({ posts: showPosts, card: showCard, selector: showSelector }))

/** @param {MessagePort} port */
const connect = (port) => {
  port.addEventListener('message', async ({ data }) => {
    const show = SHOWS.get(data.show)
    if (show) document.body.replaceChildren(await show(data, port))
  })
  port.start()
  new ResizeObserver(() => port.postMessage({ height: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  )
}

addEventListener('message', ({ source, ports: [port] }) => {
  if (source === parent && port) connect(port)
})
