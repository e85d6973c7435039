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
 * @param {{ label: string, of?: string, text: string, shown: HTMLElement, class?: string }} options `shown`: the element
 *   that contains the text; `of`: what it belongs to, where a page has several such buttons
 */
export const copyButton = ({ label, of, text, shown, class: name }) => {
  const status = h('span', { class: 'quiet', role: 'status' })
  const copy = async () => {
    const isCopied = await copyText(text, shown)
    status.textContent = isCopied ? 'Copied.' : 'The text is selected. Copy it with the keyboard.'
  }
  const attributes = { type: 'button', class: name, onclick: copy, ...(of && { 'aria-label': `${label}: ${of}` }) }
  return h('div', { class: 'actions' }, h('button', attributes, label), status)
}
