// Adds copy buttons, a stored language for the samples, and the search. The pages are readable without it. It creates elements and
// never sets HTML.

const LANGUAGE_KEY = 'central-docs-language'
const MAX_RESULTS = 12
const EXCERPT_CHARACTERS = 60

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** If storage is disabled, the choice applies only to this page. */
const storedLanguage = () => {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}
const storeLanguage = (language) => {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Ignored: the choice is only a convenience.
  }
}

const choose = (language) => {
  for (const input of document.querySelectorAll('.calls input')) input.checked = input.value === language
}
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.calls input')) return
  const before = target.getBoundingClientRect().top
  choose(target.value)
  storeLanguage(target.value)
  // The samples above change their height. Scrolling keeps the selected sample in place.
  scrollBy(0, target.getBoundingClientRect().top - before)
})
const stored = storedLanguage()
if (stored && document.querySelector(`.calls input[value="${CSS.escape(stored)}"]`)) choose(stored)

const codeIn = (sample) => [...sample.querySelectorAll('pre')].find((block) => block.offsetParent !== null)

for (const sample of document.querySelectorAll('.sample')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.setAttribute('aria-label', 'Copy this sample')
  button.addEventListener('click', async () => {
    const text = codeIn(sample)?.textContent ?? ''
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Press Ctrl+C'
      getSelection()?.selectAllChildren(codeIn(sample))
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  sample.append(button)
}

const form = document.querySelector('.search')
// Relative to this page, because a proxy may serve the service below a path.
const { root } = form.dataset
const input = form.querySelector('input')
const list = form.querySelector('ul')
const status = form.querySelector('[role="status"]')
form.hidden = false

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
  let score = 0
  for (const word of words) {
    if (inTitle === word) score += 12
    else if (inTitle.startsWith(word)) score += 8
    else if (inTitle.includes(word)) score += 5
    else if (inText.includes(word)) score += 1
    else return 0
  }
  return score
}

const excerpt = ({ text }, words) => {
  const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0))
  if (!Number.isFinite(at)) return make('span', { textContent: text.slice(0, 2 * EXCERPT_CHARACTERS) })
  const word = words.find((each) => text.toLowerCase().startsWith(each, at)) ?? ''
  const start = Math.max(0, at - EXCERPT_CHARACTERS)
  return make(
    'span',
    {},
    `${start > 0 ? '…' : ''}${text.slice(start, at)}`,
    make('mark', { textContent: text.slice(at, at + word.length) }),
    `${text.slice(at + word.length, at + word.length + EXCERPT_CHARACTERS)}…`,
  )
}

const show = async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const query = input.value
  if (words.length === 0) {
    list.replaceChildren()
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
  list.replaceChildren(
    ...found
      .slice(0, MAX_RESULTS)
      .map(({ entry }) =>
        make(
          'li',
          {},
          make(
            'a',
            { href: root + entry.href.slice(1) },
            make('strong', { textContent: entry.title }),
            make('small', { textContent: entry.on }),
            excerpt(entry, words),
          ),
        ),
      ),
  )
  status.textContent =
    found.length === 0 ? 'No results' : `${found.length} ${found.length === 1 ? 'result' : 'results'}`
}

input.addEventListener('input', show)
input.addEventListener('focus', () => load().catch(() => {}))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.addEventListener('click', ({ target }) => {
  if (!target.closest('li a')) return
  input.value = ''
  show()
})
form.addEventListener('keydown', (event) => {
  const stops = [input, ...list.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    input.value = ''
    show()
    input.focus()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus()
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea') || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  input.focus()
})
