import { fill, h } from './element.js'
import { notify } from './notice.js'
import { problemText } from './problem.js'

/**
 * A table that loads one page of rows at a time.
 * @template T
 * @param {{
 *   columns: readonly string[],
 *   first: { rows: readonly T[], nextCursor: string | null },
 *   load: (cursor: string) => Promise<{ rows: readonly T[], nextCursor: string | null }>,
 *   row: (each: T) => HTMLTableRowElement,
 * }} options
 */
export const pagedTable = ({ columns, first, load, row }) => {
  const body = h('tbody')
  const foot = h('div', { class: 'more' })
  /** @param {{ rows: readonly T[], nextCursor: string | null }} page */
  const add = ({ rows, nextCursor }) => {
    body.append(...rows.map(row))
    if (nextCursor === null) return fill(foot)
    const button = h('button', { type: 'button', onclick: () => more() }, 'Show more')
    const more = async () => {
      button.disabled = true
      try {
        add(await load(nextCursor))
      } catch (error) {
        notify(problemText(error))
        button.disabled = false
      }
    }
    fill(foot, button)
  }
  add(first)
  const head = columns.map((text) => h('th', { scope: 'col' }, text))
  return h('div', { class: 'card' }, h('table', { class: 'rows' }, h('thead', {}, h('tr', {}, ...head)), body), foot)
}
