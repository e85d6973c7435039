// A table that loads one page of rows at a time. Its head stays visible, its columns can be chosen, and the choice is remembered.

import { columnChoice, hiddenColumns } from './column-choice.js'
import { fill, h } from './element.js'
import { plural } from './format.js'
import { notify } from './notice.js'
import { problemText } from './problem.js'

/** @typedef {import('./element.js').Child} Child */

/**
 * @template T
 * @typedef {object} Column
 * @property {string} id
 * @property {string} label
 * @property {(row: T) => Child | readonly Child[]} cell
 * @property {string} [class]
 * @property {boolean} [isExtra] hidden until the operator chooses it
 * @property {{ readonly href: string, readonly order: 'ascending' | 'descending' | undefined }} [sort] the URL of this page, sorted
 * by the column, and the order if it is sorted by it now
 */

/**
 * A column of buttons. It has no name and cannot be hidden.
 * @template T
 * @param {(row: T) => Child} cell
 * @returns {Column<T>}
 */
export const actionColumn = (cell) => ({ id: 'actions', label: '', class: 'action-cell', cell })

/**
 * @template T
 * @typedef {{ rows: readonly T[], nextCursor: string | null }} Rows
 */

/**
 * @template T
 * @param {{
 *   id: string,
 *   columns: readonly Column<T>[],
 *   first: Rows<T>,
 *   load?: (cursor: string) => Promise<Rows<T>>,
 *   rowClass?: string,
 *   noun?: string,
 *   onOpen?: (row: T) => void,
 * }} options `id`: under which the choice of columns is remembered. `noun`: what the rows are; without it, the columns cannot be chosen. The first column heads each row and is always shown. `onOpen`: a click anywhere in the row opens it, as the button in its first column does for the keyboard.
 */
export const dataTable = ({ id, columns, first, load, rowClass, noun, onOpen }) => {
  const body = h('tbody')
  const foot = h('div', { class: 'more' })
  const count = h('p', { class: 'quiet' })
  const table = h('table', { class: 'rows' })
  const hidden = hiddenColumns(id, columns)
  const hide = () => {
    for (const { id: each } of columns)
      for (const cell of table.querySelectorAll(`[data-column="${each}"]`))
        cell.classList.toggle('unchosen', hidden.has(each))
  }
  /** @param {T} data */
  const row = (data) =>
    h(
      'tr',
      onOpen === undefined
        ? { class: rowClass }
        : { class: [rowClass, 'opens'].filter(Boolean).join(' '), onclick: opening(() => onOpen(data)) },
      ...columns.map((column, at) => {
        const common = { 'data-column': column.id, class: classOf(column, hidden) }
        const content = [column.cell(data)].flat()
        if (at === 0) return h('th', { scope: 'row', ...common }, ...content)
        return h('td', { 'data-label': column.label || undefined, ...common }, ...content)
      }),
    )
  let isComplete = true
  const showCount = () => {
    const shown = plural(body.rows.length, noun ?? '')
    fill(count, isComplete ? shown : `First ${shown}`)
  }
  /** @param {Rows<T>} page */
  const add = ({ rows, nextCursor }) => {
    body.append(...rows.map(row))
    isComplete = nextCursor === null
    showCount()
    if (nextCursor === null || load === undefined) return fill(foot)
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
  table.append(h('thead', {}, h('tr', {}, ...columns.map((column) => heading(column, hidden)))), body)
  const choosable = columns.slice(1).filter(({ label }) => label !== '')
  const tools =
    noun !== undefined &&
    h('div', { class: 'table-tools' }, count, columnChoice({ id, columns: choosable, hidden, onChange: hide }))
  return {
    element: h('div', { class: 'card table-card' }, tools, table, foot),
    /** Adds new rows above the others. @param {readonly T[]} rows */
    prepend(rows) {
      const added = rows.map(row)
      for (const each of added) each.classList.add('new')
      body.prepend(...added)
      showCount()
    },
  }
}

/**
 * Opens the row of a click, unless it is on a control of the row or ends a selection of text.
 * @param {() => void} open
 */
const opening =
  (open) =>
  (/** @type {Event} */ { target }) => {
    const isControl = target instanceof Element && target.closest('a, button, input, select, summary') !== null
    if (!isControl && getSelection()?.isCollapsed !== false) open()
  }

/**
 * @template T
 * @param {Column<T>} column
 * @param {ReadonlySet<string>} hidden
 */
const classOf = ({ id, class: name }, hidden) =>
  [name, hidden.has(id) && 'unchosen'].filter(Boolean).join(' ') || undefined

/**
 * @template T
 * @param {Column<T>} column
 * @param {ReadonlySet<string>} hidden
 */
const heading = (column, hidden) => {
  const { id, label, sort } = column
  const common = { scope: 'col', 'data-column': id, class: classOf(column, hidden) }
  if (label === '') return h('td', { class: common.class })
  if (sort === undefined) return h('th', common, label)
  return h('th', { ...common, 'aria-sort': sort.order }, h('a', { class: 'sort', href: sort.href }, label))
}
