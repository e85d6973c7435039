// Usage in a month by day, platform, endpoint or site: as a chart, as a table and as a CSV file.

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
const GROUPINGS = { day: 'Day', platform: 'Platform', endpoint: 'Endpoint', site: 'Site' }
const MONTHS = 13

/**
 * @typedef {object} UsageSource
 * @property {string} path of the API, without its query
 * @property {(month: string) => Readonly<Record<string, string>>} span the query for a month such as `2027-01`
 */

/** @type {UsageSource} */
export const USAGE_OF_ALL = { path: '/usage/details', span: (month) => ({ month }) }

/**
 * @param {string} id
 * @returns {UsageSource}
 */
export const usageOfLicense = (id) => ({
  path: `/licenses/${id}/usage/details`,
  span: (month) => {
    const [from, end] = [new Date(`${month}-01T00:00:00Z`), new Date(`${month}-01T00:00:00Z`)]
    end.setUTCMonth(end.getUTCMonth() + 1)
    const last = Math.min(end.getTime() - 1, Date.now())
    return { from: from.toISOString().slice(0, 10), to: new Date(last).toISOString().slice(0, 10) }
  },
})

/** This month and the months before it, newest first. */
const months = () => {
  const now = new Date()
  return Array.from({ length: MONTHS }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n)).toISOString().slice(0, 7),
  )
}

/**
 * Loads the usage after the page is shown, so that the page does not wait for it.
 * @param {import('../app/api.js').Api} api
 * @param {string} title
 * @param {UsageSource} source
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
  const url = () => `${path}?${new URLSearchParams({ by, ...span(month.value) })}`
  let requests = 0
  const show = async () => {
    requests += 1
    const request = requests
    shown.setAttribute('aria-busy', 'true')
    const content = await load(api, url(), month.value)
    // The operator chose another month or grouping meanwhile.
    if (request !== requests) return
    fill(shown, ...content)
    shown.removeAttribute('aria-busy')
  }
  const buttons = /** @type {By[]} */ (Object.keys(GROUPINGS)).map((grouping) => {
    const choose = () => {
      by = grouping
      for (const [n, each] of buttons.entries())
        each.setAttribute('aria-pressed', String(Object.keys(GROUPINGS)[n] === by))
      show()
    }
    return h(
      'button',
      { type: 'button', 'aria-pressed': String(grouping === by), onclick: choose },
      GROUPINGS[grouping],
    )
  })
  month.addEventListener('change', show)
  const save = async () => {
    try {
      saveFile(await api.file(`${url()}&format=csv`))
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
 * @param {string} url
 * @param {string} month
 * @returns {Promise<readonly Node[]>}
 */
const load = async (api, url, month) => {
  try {
    /** @type {UsageDetails} */
    const details = await api.get(url)
    const { rows, total } = details
    if (rows.length === 0) return [h('p', { class: 'quiet' }, noUsage(month))]
    const sum = h(
      'p',
      { class: 'quiet' },
      `Total: ${plural(total.scans, 'scan')} and ${plural(total.validations, 'validation')}.`,
    )
    return [h('p', { class: 'legends' }, ...legend()), ...chartOrTable(details), sum]
  } catch (error) {
    return [h('p', { class: 'form-problem', role: 'alert' }, problemText(error))]
  }
}

/** @param {string} month */
const noUsage = (month) => (month === months()[0] ? 'No usage this month' : `No usage in ${longMonth(month)}`)

/** @param {UsageDetails} details */
const chartOrTable = ({ by, rows, ...days }) =>
  by === 'day'
    ? [
        dayPlot(rows, days),
        h(
          'details',
          {},
          h('summary', {}, 'Show as table'),
          shareTable('Day', rows, (name) => dayOfMonth(String(name)), { hasBars: false }),
        ),
      ]
    : [shareTable(GROUPINGS[by], rows, nameOf, { hasBars: true })]

/** @param {UsedBy['name']} name */
const nameOf = (name) => (name === null ? 'not specified' : name === 'other' ? 'others' : name)
