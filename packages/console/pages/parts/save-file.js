import { h } from './element.js'

/** Enough time for the browser to read the file. */
const REVOKE_DELAY_MS = 10_000

/**
 * Saves a downloaded file. A plain link cannot send the token, so the console downloads the file itself.
 * @param {{ readonly name: string, readonly content: Blob }} file
 */
export const saveFile = ({ name, content }) => {
  const href = URL.createObjectURL(content)
  h('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_DELAY_MS)
}
