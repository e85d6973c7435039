// Folds a long text behind a button.

import { make } from './make.js'

/**
 * @param {...Node} children
 */
export const foldable = (...children) => {
  const text = make('div', { class: 'text folded' }, ...children)
  const button = /** @type {HTMLButtonElement} */ (
    make('button', { type: 'button', class: 'unfold', hidden: true }, 'Read more')
  )
  const unfold = () => {
    observer.disconnect()
    text.classList.remove('folded')
    button.remove()
  }
  // The width of the preview changes, and with it the height of the text.
  const observer = new ResizeObserver(() => {
    button.hidden = text.scrollHeight <= text.clientHeight + 1
    text.classList.toggle('fades', !button.hidden)
  })
  observer.observe(text)
  button.addEventListener('click', unfold)
  // A link that the keyboard reaches must be visible.
  text.addEventListener('focusin', () => {
    if (!button.hidden) unfold()
  })
  return make('div', {}, text, button)
}
