import { copyText } from './copy-button.js'
import { fill, h } from './element.js'
import { icon } from './icon.js'
import { notify } from './notice.js'

const SHOWN_MS = 1_500

/**
 * An id with a button that copies it.
 * @param {string} id
 * @param {string} name what it is, for the button's label, such as `license ID`
 */
export const copyableId = (id, name) => {
  const text = h('code', { class: 'id' }, id)
  const button = h(
    'button',
    { type: 'button', class: 'copy', 'aria-label': `Copy ${name}: ${id}`, title: 'Copy' },
    icon('copy'),
  )
  button.addEventListener('click', async () => {
    const isCopied = await copyText(id, text)
    notify(isCopied ? 'Copied.' : 'The text is selected. Copy it with the keyboard.')
    if (!isCopied) return
    fill(button, icon('check'))
    setTimeout(() => fill(button, icon('copy')), SHOWN_MS)
  })
  return h('span', { class: 'copyable' }, text, button)
}
