// The search: a dialog over the page, with an index that is loaded when it opens. It creates elements and never sets HTML.

import { prepareIndex, rankEntries } from './search/rank-entries.ts'
import { markWords } from './search/word-forms.ts'

const MAX_RESULTS = 24
const EXCERPT_CHARACTERS = 70

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const dialog = document.querySelector('dialog.search')
// Relative to this page, because a proxy may serve the service below a path.
const { root } = dialog.dataset
const buttons = document.querySelectorAll('.search-button, .open-search')
const input = dialog.querySelector('input')
const results = dialog.querySelector('.results')
const status = dialog.querySelector('[role="status"]')

let index
const load = () => {
  index ??= fetch(`${root}docs/search.json`).then(async (response) => prepareIndex(await response.json()))
  // A later attempt may succeed.
  index.catch(() => {
    index = undefined
  })
  return index
}

/** The text with the words marked. */
const marked = (text, forms) =>
  markWords(text, forms).map((piece) => (piece.isMarked ? make('mark', { textContent: piece.text }) : piece.text))

/** The part of the text around its first marked word. */
const excerpt = (text, forms) => {
  const [before, word] = markWords(text, forms)
  const place = before?.isMarked ? 0 : word ? before.text.length : 0
  const from = Math.max(0, place - EXCERPT_CHARACTERS)
  const end = from + 2 * EXCERPT_CHARACTERS
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}

const hit = ({ entry, forms }) =>
  make(
    'li',
    {},
    make(
      'a',
      { href: root + entry.href.slice(1) },
      make('strong', {}, ...marked(entry.title, forms)),
      ...(entry.title === entry.on ? [] : [make('small', { textContent: entry.on })]),
      make('span', {}, ...marked(excerpt(entry.text, forms), forms)),
    ),
  )

/** The hits by group of pages. The group of the best hit is first. */
const grouped = (hits) =>
  [...Map.groupBy(hits, ({ entry }) => entry.group)].map(([title, inGroup]) =>
    make('section', {}, make('h2', { textContent: title }), make('ul', {}, ...inGroup.map(hit))),
  )

const show = async () => {
  const query = input.value
  if (query.trim() === '') {
    results.replaceChildren()
    status.textContent = ''
    return
  }
  let loaded
  try {
    loaded = await load()
  } catch {
    status.textContent = 'The search is not available. Check your connection.'
    return
  }
  if (query !== input.value) return
  const found = rankEntries(loaded, query)
  results.replaceChildren(...grouped(found.slice(0, MAX_RESULTS)))
  results.scrollTop = 0
  status.textContent =
    found.length === 0
      ? `No results for “${query.trim()}”. Try another word, an error code or the name of a setting.`
      : `${found.length} ${found.length === 1 ? 'result' : 'results'}`
}

const close = () => {
  dialog.close()
  // Until the next frame, the hidden field would keep the focus, and the next key.
  if (dialog.contains(document.activeElement)) document.activeElement.blur()
}

const open = () => {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  load().catch(() => {})
  // A page that does not exist begins with the words of its path.
  if (input.value !== '') show()
}

for (const button of buttons) {
  button.hidden = false
  button.addEventListener('click', open)
}
input.addEventListener('input', show)
dialog.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  results.querySelector('a')?.click()
})
dialog.querySelector('.close').addEventListener('click', close)
dialog.addEventListener('click', ({ target }) => {
  // A click outside, or on a link to this page, closes the dialog.
  if (target === dialog || target.closest('.results a')) close()
})
dialog.addEventListener('keydown', (event) => {
  // In a search field, Escape would only clear the text.
  if (event.key === 'Escape') {
    event.preventDefault()
    close()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') {
    // Typing continues the query.
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) input.focus()
    return
  }
  event.preventDefault()
  const stops = [input, ...results.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement)
  stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus()
})
document.addEventListener('keydown', (event) => {
  const isSlash =
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.target.closest('input, textarea, select')
  const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isCtrlK) return
  event.preventDefault()
  open()
})
