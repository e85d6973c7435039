// The plans: what licenses may use.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { grouped } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { editPlan } from './plan-form.js'

/** @type {import('../app/routes.js').View} */
export const plans = async (visit) => {
  /** @type {[{ plans: Plan[] }, { platforms: { id: string, name: string }[] }]} */
  const [{ plans: all }, { platforms }] = await Promise.all([visit.api.get('/plans'), visit.api.get('/platforms')])
  const mayChange = may(visit, 'admin')
  const edit = (/** @type {Plan | undefined} */ plan) => () => editPlan(visit, plan, platforms)
  const head = ['Plan', 'Scans a month', 'Validations a month', 'Requests a minute', 'Sites', 'Platforms']
  const rows = all.map((plan) => row(plan, mayChange && changeButton(plan, edit(plan))))
  return {
    title: 'Plans',
    content: [
      pageHead(
        'Plans',
        mayChange && h('button', { type: 'button', class: 'primary', onclick: edit(undefined) }, 'New plan'),
      ),
      mayChange
        ? h('p', { class: 'quiet' }, 'A change holds for every license of the plan from the next request on.')
        : takesRole('Changing plans', 'admin'),
      h(
        'div',
        { class: 'card' },
        h(
          'table',
          { class: 'rows' },
          h('thead', {}, h('tr', {}, ...head.map(heading), mayChange && h('td'))),
          h('tbody', {}, ...rows),
        ),
      ),
    ],
  }
}

/** @param {string} text */
const heading = (text) => h('th', { scope: 'col' }, text)

/**
 * @param {Plan} plan
 * @param {() => void} edit
 */
const changeButton = ({ name }, edit) =>
  h('button', { type: 'button', 'aria-label': `Change ${name}`, onclick: edit }, 'Change')

/**
 * @param {Plan} plan
 * @param {HTMLElement | false} button
 */
const row = ({ name, scans, validations, burst, sites, platforms }, button) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', { 'data-label': 'Scans a month' }, grouped(scans)),
    h('td', { 'data-label': 'Validations a month' }, grouped(validations)),
    h('td', { 'data-label': 'Requests a minute' }, grouped(burst)),
    h('td', { 'data-label': 'Sites' }, sites === null ? 'any number' : grouped(sites)),
    h('td', { 'data-label': 'Platforms' }, platforms === null ? 'all' : platforms.join(', ')),
    button && h('td', {}, button),
  )
