// The search: a dialog over the page, with an index that is loaded when it opens. It creates elements and never sets HTML.

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
const button = document.querySelector('.search-button')
const input = dialog.querySelector('input')
const results = dialog.querySelector('.results')
const status = dialog.querySelector('[role="status"]')

let index
const load = () => {
  index ??= fetch(`${root}docs/search.json`).then((response) => response.json())
  // A later attempt may succeed.
  index.catch(() => {
    index = undefined
  })
  return index
}

const scoreOf = ({ title, text, on }, words) => {
  const [inTitle, inText] = [title.toLowerCase(), `${text} ${on}`.toLowerCase()]
  let score = inTitle === words.join(' ') ? 20 : 0
  for (const word of words) {
    if (inTitle === word) score += 12
    else if (inTitle.startsWith(word)) score += 8
    else if (inTitle.includes(word)) score += 5
    else if (inText.includes(word)) score += 1
    else return 0
  }
  return score
}

/** The text with the words marked. */
const marked = (text, words) => {
  const lower = text.toLowerCase()
  const parts = []
  let at = 0
  while (at < text.length) {
    const hits = words.map((word) => ({ word, place: lower.indexOf(word, at) })).filter(({ place }) => place >= 0)
    if (hits.length === 0) break
    const { word, place } = hits.reduce((first, hit) => (hit.place < first.place ? hit : first))
    parts.push(text.slice(at, place), make('mark', { textContent: text.slice(place, place + word.length) }))
    at = place + word.length
  }
  return [...parts, text.slice(at)]
}

const excerpt = (text, words) => {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_CHARACTERS)
  const from = places.length === 0 ? 0 : start
  const end = from + 2 * EXCERPT_CHARACTERS
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}

const hit = (entry, words) =>
  make(
    'li',
    {},
    make(
      'a',
      { href: root + entry.href.slice(1) },
      make('strong', {}, ...marked(entry.title, words)),
      ...(entry.title === entry.on ? [] : [make('small', { textContent: entry.on })]),
      make('span', {}, ...marked(excerpt(entry.text, words), words)),
    ),
  )

/** The hits by group of pages. The group of the best hit is first. */
const grouped = (entries, words) => {
  const groups = new Map()
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  return [...groups].map(([title, inGroup]) =>
    make(
      'section',
      {},
      make('h2', { textContent: title }),
      make('ul', {}, ...inGroup.map((entry) => hit(entry, words))),
    ),
  )
}

const show = async () => {
  const query = input.value
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    results.replaceChildren()
    status.textContent = ''
    return
  }
  let entries
  try {
    entries = await load()
  } catch {
    status.textContent = 'The search is not available. Check your connection.'
    return
  }
  if (query !== input.value) return
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
  results.replaceChildren(
    ...grouped(
      found.slice(0, MAX_RESULTS).map(({ entry }) => entry),
      words,
    ),
  )
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
}

button.hidden = false
button.addEventListener('click', open)
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
