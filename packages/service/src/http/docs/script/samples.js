// Adds a copy button to each code sample, and stores the language that the reader chose. The samples are readable without it.

const LANGUAGE_KEY = 'central-docs-language'
const CONFIRMATION_MS = 2000

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
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: 'Copy',
  })
  button.setAttribute('aria-label', 'Copy this sample')
  button.addEventListener('click', async () => {
    const code = codeIn(sample)
    try {
      await navigator.clipboard.writeText(code?.textContent ?? '')
      button.textContent = 'Copied'
    } catch {
      // Pages without TLS have no clipboard.
      getSelection()?.selectAllChildren(code)
      button.textContent = 'Press Ctrl+C'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, CONFIRMATION_MS)
  })
  sample.append(button)
}
