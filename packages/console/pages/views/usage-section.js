// What was used in a month, by day, platform, endpoint or site: drawn, as a table, and as a file for a spreadsheet.

/** @import { UsageDetails, UsedBy } from '../../../service/src/http/admin/schemas.ts' */

import { dayPlot } from '../parts/day-plot.js'
import { fill, h } from '../parts/element.js'
import { dayOfMonth, longMonth, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { saveFile } from '../parts/save-file.js'
import { section } from '../parts/section.js'
import { shareTable } from '../parts/share-table.js'
import { legend } from '../parts/usage.js'

/** @typedef {UsageDetails['by']} By */

/** @type {Readonly<Record<By, string>>} */
const WAYS = { day: 'Day', platform: 'Platform', endpoint: 'Endpoint', site: 'Site' }
const MONTHS = 13

/**
 * @typedef {object} Asked
 * @property {string} path of the API, without its query
 * @property {(month: string) => Readonly<Record<string, string>>} span what it is asked for a month such as `2027-01`
 */

/** @type {Asked} */
export const OF_ALL = { path: '/usage/details', span: (month) => ({ month }) }

/**
 * @param {string} id
 * @returns {Asked}
 */
export const ofLicense = (id) => ({
  path: `/licenses/${id}/usage/details`,
  span: (month) => {
    const [from, before] = [new Date(`${month}-01T00:00:00Z`), new Date(`${month}-01T00:00:00Z`)]
    before.setUTCMonth(before.getUTCMonth() + 1)
    const last = Math.min(before.getTime() - 1, Date.now())
    return { from: from.toISOString().slice(0, 10), to: new Date(last).toISOString().slice(0, 10) }
  },
})

/** This month and those before it, the latest first. */
const months = () => {
  const now = new Date()
  return Array.from({ length: MONTHS }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n)).toISOString().slice(0, 7),
  )
}

/**
 * Asks for what it shows when it is there, so that the page need not wait for it.
 * @param {import('../app/api.js').Api} api
 * @param {string} title
 * @param {Asked} asked
 */
export const usageSection = (api, title, { path, span }) => {
  /** @type {By} */
  let by = 'day'
  const month = h(
    'select',
    { 'aria-label': 'Month' },
    ...months().map((each) => h('option', { value: each }, longMonth(each))),
  )
  const shown = h('div', { class: 'stack' }, h('p', { class: 'quiet' }, 'Loading…'))
  const address = () => `${path}?${new URLSearchParams({ by, ...span(month.value) })}`
  let turns = 0
  const show = async () => {
    turns += 1
    const turn = turns
    shown.setAttribute('aria-busy', 'true')
    const content = await load(api, address())
    // Something else was chosen meanwhile.
    if (turn !== turns) return
    fill(shown, ...content)
    shown.removeAttribute('aria-busy')
  }
  const buttons = /** @type {By[]} */ (Object.keys(WAYS)).map((way) => {
    const choose = () => {
      by = way
      for (const [n, each] of buttons.entries()) each.setAttribute('aria-pressed', String(Object.keys(WAYS)[n] === by))
      show()
    }
    return h('button', { type: 'button', 'aria-pressed': String(way === by), onclick: choose }, WAYS[way])
  })
  month.addEventListener('change', show)
  const save = async () => {
    try {
      saveFile(await api.file(`${address()}&format=csv`))
    } catch (error) {
      notify(problemText(error))
    }
  }
  show()
  return section(
    title,
    h(
      'div',
      { class: 'actions' },
      h('div', { class: 'tabs', role: 'group', 'aria-label': 'By' }, ...buttons),
      h('span', { class: 'month' }, month),
      h('button', { type: 'button', onclick: save }, 'Download CSV'),
    ),
    shown,
  )
}

/**
 * @param {import('../app/api.js').Api} api
 * @param {string} address
 * @returns {Promise<readonly Node[]>}
 */
const load = async (api, address) => {
  try {
    /** @type {UsageDetails} */
    const details = await api.get(address)
    const { rows, total } = details
    if (rows.length === 0) return [h('p', { class: 'quiet' }, 'Nothing was used.')]
    const sum = h(
      'p',
      { class: 'quiet' },
      `${plural(total.scans, 'scan')} and ${plural(total.validations, 'validation')} in all.`,
    )
    return [h('p', { class: 'legends' }, ...legend()), ...drawn(details), sum]
  } catch (error) {
    return [h('p', { class: 'form-problem', role: 'alert' }, problemText(error))]
  }
}

/** @param {UsageDetails} details */
const drawn = ({ by, rows, ...days }) =>
  by === 'day'
    ? [
        dayPlot(rows, days),
        h(
          'details',
          {},
          h('summary', {}, 'As a table'),
          shareTable('Day', rows, (name) => dayOfMonth(String(name)), { hasBars: false }),
        ),
      ]
    : [shareTable(WAYS[by], rows, nameOf, { hasBars: true })]

/** @param {UsedBy['name']} name */
const nameOf = (name) => (name === null ? 'none named' : name === 'other' ? 'all others' : name)
