import { h } from './element.js'

/** By then it is read. */
const READ_MS = 10_000

/**
 * Has the browser save a file that was asked for with the token, which a link could not bring along.
 * @param {{ readonly name: string, readonly content: Blob }} file
 */
export const saveFile = ({ name, content }) => {
  const href = URL.createObjectURL(content)
  h('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), READ_MS)
}
