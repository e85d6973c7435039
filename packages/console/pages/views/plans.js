// The plans and their limits.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { formatCount } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { editPlan } from './plan-form.js'

/** @type {import('../app/routes.js').View} */
export const plans = async (visit) => {
  /** @type {[{ plans: Plan[] }, { platforms: { id: string, name: string }[] }]} */
  const [{ plans: all }, { platforms }] = await Promise.all([visit.api.get('/plans'), visit.api.get('/platforms')])
  const mayChange = may(visit, 'admin')
  const edit = (/** @type {Plan | undefined} */ plan) => () => editPlan(visit, plan, platforms)
  const head = ['Plan', 'Scans per month', 'Validations per month', 'Requests per minute', 'Sites', 'Platforms']
  const rows = all.map((plan) => row(plan, mayChange && editButton(plan, edit(plan))))
  return {
    title: 'Plans',
    content: [
      pageHead(
        'Plans',
        mayChange && h('button', { type: 'button', class: 'primary', onclick: edit(undefined) }, 'New plan'),
      ),
      mayChange
        ? h('p', { class: 'quiet' }, 'A change applies to every license on the plan from its next request.')
        : requiresRole('Changing plans', 'admin'),
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
const editButton = ({ name }, edit) =>
  h('button', { type: 'button', 'aria-label': `Edit ${name}`, onclick: edit }, 'Edit')

/**
 * @param {Plan} plan
 * @param {HTMLElement | false} button
 */
const row = ({ name, scans, validations, burst, sites, platforms }, button) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', { 'data-label': 'Scans per month' }, formatCount(scans)),
    h('td', { 'data-label': 'Validations per month' }, formatCount(validations)),
    h('td', { 'data-label': 'Requests per minute' }, formatCount(burst)),
    h('td', { 'data-label': 'Sites' }, sites === null ? 'unlimited' : formatCount(sites)),
    h('td', { 'data-label': 'Platforms' }, platforms === null ? 'all' : platforms.join(', ')),
    button && h('td', {}, button),
  )
