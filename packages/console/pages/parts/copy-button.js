import { h } from './element.js'

/**
 * Copies a text, or selects it if the browser provides no clipboard: it does so only with TLS and with permission.
 * @param {string} text
 * @param {Element} shown the element that contains the text
 * @returns {Promise<boolean>} whether it was copied
 */
export const copyText = async (text, shown) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(shown)
    return false
  }
}

/**
 * A button that copies a text, with a status message.
 * @param {{ label: string, text: string, shown: HTMLElement, class?: string }} options `shown`: the element that contains the text
 */
export const copyButton = ({ label, text, shown, class: name }) => {
  const status = h('span', { class: 'quiet', role: 'status' })
  const copy = async () => {
    const isCopied = await copyText(text, shown)
    status.textContent = isCopied ? 'Copied.' : 'The text is selected. Copy it with the keyboard.'
  }
  return h('div', { class: 'actions' }, h('button', { type: 'button', class: name, onclick: copy }, label), status)
}
