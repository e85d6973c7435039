import { h } from './element.js'

/**
 * A button that copies a text, and what came of it.
 * @param {{ label: string, text: string, shown: HTMLElement, class?: string }} options `shown`: where the text stands, to be selected
 * where it cannot be copied
 */
export const copyButton = ({ label, text, shown, class: name }) => {
  const said = h('span', { class: 'quiet', role: 'status' })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      said.textContent = 'Copied.'
    } catch {
      // Without TLS, or without the permission, there is no clipboard.
      getSelection()?.selectAllChildren(shown)
      said.textContent = 'Selected: copy it with the keyboard.'
    }
  }
  return h('div', { class: 'actions' }, h('button', { type: 'button', class: name, onclick: copy }, label), said)
}
