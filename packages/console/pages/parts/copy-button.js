import { h } from './element.js'

/**
 * A button that copies a text, with a status message.
 * @param {{ label: string, text: string, shown: HTMLElement, class?: string }} options `shown`: the element that contains the
 * text, which is selected if copying fails
 */
export const copyButton = ({ label, text, shown, class: name }) => {
  const status = h('span', { class: 'quiet', role: 'status' })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      status.textContent = 'Copied.'
    } catch {
      // Browsers provide no clipboard without TLS or without permission.
      getSelection()?.selectAllChildren(shown)
      status.textContent = 'The text is selected. Copy it with the keyboard.'
    }
  }
  return h('div', { class: 'actions' }, h('button', { type: 'button', class: name, onclick: copy }, label), status)
}
