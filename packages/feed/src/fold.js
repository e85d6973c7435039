// “more” below a text that the stylesheet shortens. The button covers the end of the last line, so that nothing moves when it appears.

import { createButton } from './create.js'

const fold = (text, words) => {
  const button = createButton('central-posts-unfold', { textContent: words.more, ariaExpanded: 'false' })
  button.addEventListener('click', () => {
    const isUnfolded = text.classList.toggle('is-unfolded')
    text.classList.toggle('is-folded', !isUnfolded)
    button.classList.toggle('is-below', isUnfolded)
    button.textContent = isUnfolded ? words.less : words.more
    button.ariaExpanded = String(isUnfolded)
  })
  const isRtl = (element) => element.matches(':dir(rtl)')
  button.classList.toggle('is-opposite', isRtl(text) !== isRtl(text.parentElement))
  text.after(button)
  return button
}

/** Adds the button to each text that is cut, whenever its size changes. */
export const foldTexts = (texts, words) => {
  const buttons = new WeakMap()
  const update = (changed) => {
    for (const text of changed) {
      if (text.classList.contains('is-unfolded')) continue
      const isCut = text.scrollHeight > text.clientHeight + 2
      if (isCut && !buttons.has(text)) buttons.set(text, fold(text, words))
      text.classList.toggle('is-folded', isCut)
      if (isCut) continue
      // The stylesheet asks what stands behind a text, and a hidden button would stand there, too.
      buttons.get(text)?.remove()
      buttons.delete(text)
    }
  }
  const observer = new ResizeObserver((entries) => update(entries.map(({ target }) => target)))
  for (const text of texts) observer.observe(text)
  // A text in another typeface may have the same height and be cut elsewhere.
  document.fonts.ready.then(() => update(texts))
}
