// The queue in the browser: selecting all posts, and keys for the post that has the focus. Everything works without this script.

;(() => {
  const { __, _n, sprintf } = wp.i18n
  const root = document.querySelector('.central-posts-review')
  const queue = root.querySelector('.central-posts-queue')

  /** WordPress accepts a nonce for at least 12 hours. A page that has been open for longer gets a new one before it is submitted. */
  const NONCE_MS = 11 * 3_600_000
  let renewedAt = Date.now()
  const nonceFields = (page) => [...page.querySelectorAll('.central-posts-review [name="_wpnonce"]')]

  root.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event
    if (form.getAttribute('method') !== 'post' || Date.now() - renewedAt < NONCE_MS) return
    event.preventDefault()
    const text = await fetch(location.href).then(
      (response) => response.text(),
      () => '',
    )
    const [nonce] = nonceFields(new DOMParser().parseFromString(text, 'text/html'))
    if (!nonce) {
      const message = document.createElement('p')
      message.textContent = __(
        'You are signed out. Sign in in another tab, then press the button again.',
        'central-posts',
      )
      const notice = Object.assign(document.createElement('div'), { className: 'notice notice-error' })
      notice.setAttribute('role', 'alert')
      notice.append(message)
      root.querySelector('h1').after(notice)
      return
    }
    for (const field of nonceFields(document)) field.value = nonce.value
    renewedAt = Date.now()
    form.requestSubmit(submitter)
  })

  if (!queue) return

  const entries = [...queue.children]
  const boxes = entries.map((entry) => entry.querySelector('[name="posts[]"]'))
  const every = document.querySelector('.central-posts-every')
  const number = document.querySelector('.central-posts-number')
  /** Where the focus was when a button was pressed. The queue moves up, so that the next post takes the place. */
  const PLACE = 'central-posts-review-place'

  const showNumber = () => {
    const count = boxes.filter((box) => box.checked).length
    /* translators: %s: number of posts. */
    const text = sprintf(_n('%s selected', '%s selected', count, 'central-posts'), count)
    number.textContent = count === 0 ? '' : text
    const all = every.querySelector('input')
    all.checked = count === boxes.length
    all.indeterminate = count > 0 && count < boxes.length
  }
  every.hidden = false
  every.addEventListener('change', ({ target }) => {
    for (const box of boxes) box.checked = target.checked
    showNumber()
  })
  queue.addEventListener('change', showNumber)
  // A browser restores checked boxes on Back.
  window.addEventListener('pageshow', showNumber)

  const hint = document.createElement('p')
  hint.className = 'description central-posts-keys'
  hint.textContent = __(
    'Keys, while a post’s checkbox has the focus: ↓ and ↑ move, Space selects, A approves, H hides.',
    'central-posts',
  )
  queue.before(hint)

  const MOVES = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
  const TASKS = { a: '.is-approve', h: '.is-hide' }

  queue.addEventListener('keydown', (event) => {
    const at = boxes.indexOf(event.target)
    if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (MOVES[key]) {
      event.preventDefault()
      boxes[Math.min(boxes.length - 1, Math.max(0, at + MOVES[key]))].focus()
    } else if (TASKS[key]) {
      entries[at].querySelector(`.central-posts-buttons ${TASKS[key]}`)?.click()
    }
  })

  // A link in a post must not take the editor away from the selection.
  for (const link of queue.querySelectorAll('.central-posts-stream a')) link.target = '_blank'

  // Buttons of a post belong to the bulk form, which is elsewhere in the page.
  queue.addEventListener('click', ({ target }) => {
    const at = entries.findIndex((entry) => entry.contains(target))
    if (target.closest('.central-posts-buttons button')) sessionStorage.setItem(PLACE, String(at))
  })
  const place = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  if (place !== null) boxes[Math.min(Number(place), boxes.length - 1)].focus()
})()
