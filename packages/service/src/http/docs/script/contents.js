// Marks the current section in the contents of the page, copies the page as Markdown, and finds sections that have moved to
// another page.

const links = [...document.querySelectorAll('.on-this-page.wide a')]
const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))

/** A section is current if its heading is the last above this part of the window. */
const READING_LINE = 0.25

const CONFIRMATION_MS = 2000

const markCurrent = () => {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  const passed = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < innerHeight * READING_LINE)
  const current = isAtEnd && scrollY > 0 ? links.length - 1 : passed
  for (const [index, link] of links.entries()) {
    if (index === current) link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
}

let isWaiting = false
if (links.length > 0) {
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        markCurrent()
      })
    },
    { passive: true },
  )
  markCurrent()
}

// `scrollIntoView` would also move the page.
const sidebar = document.querySelector('#contents')
const place = sidebar.querySelector('[aria-current="page"]')?.offsetTop ?? 0
if (place > sidebar.clientHeight / 2) sidebar.scrollTop = place - sidebar.clientHeight / 3

/** Copies the Markdown of the page, for a program that reads it. */
const copyButton = document.querySelector('.markdown button')
if (copyButton && navigator.clipboard) {
  copyButton.hidden = false
  copyButton.addEventListener('click', async () => {
    const label = copyButton.textContent
    try {
      const response = await fetch(copyButton.nextElementSibling.href)
      await navigator.clipboard.writeText(await response.text())
      copyButton.textContent = 'Copied'
    } catch {
      copyButton.textContent = 'Not copied'
    }
    setTimeout(() => {
      copyButton.textContent = label
    }, CONFIRMATION_MS)
  })
}

/** Links of earlier versions may name a section that is now on another page. */
const findMoved = async () => {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id === '' || document.getElementById(id)) return
  const { root } = document.querySelector('dialog.search').dataset
  const entries = await fetch(`${root}docs/search.json`).then((response) => response.json())
  const moved = entries.find(({ href }) => href.endsWith(`#${id}`))
  if (moved) location.replace(root + moved.href.slice(1))
}
findMoved().catch(() => {})
