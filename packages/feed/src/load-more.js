// “Load more” without leaving the page: fetches the page that the link leads to, and takes the posts that are not here yet.

import { create } from './create.js'
import { notify } from './notify.js'

const cardsIn = (stream) => [...stream.querySelectorAll('.central-posts-items > .central-posts-item')]
const idOf = (card) => card.querySelector('article')?.id

/** Layouts that arrange a set of posts as a whole: each page is a list of its own, so that the posts above stay where they are. */
const OWN_LIST = ['is-masonry', 'is-highlight']

const listFor = (stream) => {
  const lists = stream.querySelectorAll('.central-posts-items')
  const last = lists[lists.length - 1]
  if (!OWN_LIST.some((name) => stream.classList.contains(name))) return last
  const list = last.cloneNode(false)
  last.after(list)
  return list
}

const announce = (stream, text) => {
  let status = stream.querySelector('.central-posts-status')
  if (status === null) {
    status = create('p', 'central-posts-status', { role: 'status' })
    stream.querySelector('.central-posts-foot').append(status)
  }
  status.textContent = text
}

const fetchPage = async (link) => {
  const response = await fetch(link.href)
  if (!response.ok) throw new Error(String(response.status))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const stream = page.getElementById(link.hash.slice(1))?.closest('.central-posts-stream')
  if (!stream) throw new Error('no posts')
  return stream
}

/** Whether the link leads to a page, and not only to this script. */
const leadsElsewhere = (link) => !link.getAttribute('href').startsWith('#')

/** Enhances the link of a stream. `enhance` gets the new cards; `fetchStream` returns the stream that has them. */
export const enhanceMore = (stream, words, enhance, fetchStream = fetchPage) => {
  const link = stream.querySelector('.central-posts-more')
  link?.addEventListener('click', async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || (link.dataset.failed && leadsElsewhere(link))) return
    event.preventDefault()
    if (link.ariaDisabled === 'true') return
    link.ariaDisabled = 'true'
    try {
      const fetched = await fetchStream(link)
      const known = new Set(cardsIn(stream).map(idOf))
      const cards = cardsIn(fetched).filter((card) => !known.has(idOf(card)))
      const list = listFor(stream)
      const added = cards.map((card) => list.appendChild(document.importNode(card, true)))
      enhance(added)
      announce(stream, words.added.replace('%s', String(added.length)))
      notify(stream, 'added', { count: added.length })
      const first = added[0]?.querySelector('article')
      if (first) {
        first.tabIndex = -1
        first.focus({ preventScroll: true })
      }
      const next = fetched.querySelector('.central-posts-more')
      if (next === null) link.remove()
      else link.href = next.getAttribute('href')
    } catch {
      // The next click follows the link.
      link.dataset.failed = 'true'
      announce(stream, words.failed)
    }
    link.ariaDisabled = null
  })
}
