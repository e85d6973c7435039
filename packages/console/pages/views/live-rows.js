import { h } from '../parts/element.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'

const INTERVAL_MS = 3_000
/** More rows would make the page slow. */
const MAX_ROWS = 1_000

/**
 * A button that turns a live view on and off. While it is on and the tab is visible, new rows are added.
 * @template {{ readonly id: string }} T
 * @param {{ shown: readonly T[], load: () => Promise<readonly T[]>, add: (rows: readonly T[]) => void }} options `load` returns the
 * newest rows first. Ids sort by time.
 */
export const liveRows = ({ shown, load, add }) => {
  const known = new Set(shown.map(({ id }) => id))
  // Older rows are not new: they are on the next page.
  const oldest = shown.at(-1)?.id ?? ''
  const button = h(
    'button',
    { type: 'button', class: 'live', 'aria-pressed': 'false', onclick: () => toggle() },
    'Live',
  )
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    button.setAttribute('aria-pressed', 'false')
  }
  const poll = async () => {
    // The operator opened another page.
    if (!button.isConnected) return stop()
    try {
      const fresh = document.hidden ? [] : (await load()).filter(({ id }) => id > oldest && !known.has(id))
      for (const { id } of fresh) known.add(id)
      if (fresh.length > 0 && button.isConnected) add(fresh)
      if (known.size > MAX_ROWS) {
        notify('The live view stopped: it shows a thousand new requests. Select “Refresh” to begin again.')
        return stop()
      }
    } catch (error) {
      notify(problemText(error))
      return stop()
    }
    if (timer !== undefined) timer = setTimeout(poll, INTERVAL_MS)
  }
  const toggle = () => {
    if (timer !== undefined) return stop()
    button.setAttribute('aria-pressed', 'true')
    timer = setTimeout(poll, 0)
  }
  return { button }
}
