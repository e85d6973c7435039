// The form fields of a license.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { field } from '../parts/form.js'
import { formatCount, plural } from '../parts/format.js'

/** @param {string | null} name */
export const nameField = (name) =>
  field({
    name: 'name',
    label: 'Name',
    hint: 'Optional. Who the license belongs to, for operators.',
    control: h('input', { type: 'text', maxlength: 200, value: name ?? '', autocomplete: 'off' }),
  })

/**
 * @param {readonly Plan[]} plans
 * @param {string | undefined} chosen
 */
export const planField = (plans, chosen) =>
  field({
    name: 'plan',
    label: 'Plan',
    control: h(
      'select',
      {},
      ...plans.map((plan) => h('option', { value: plan.name, selected: plan.name === chosen }, summary(plan))),
    ),
  })

/** @param {Plan} plan */
const summary = ({ name, scans, sites }) =>
  `${name} – ${formatCount(scans)} scans per month, ${sites === null ? 'unlimited sites' : plural(sites, 'site')}`

/** @param {string | null} expiresAt */
export const expiryField = (expiresAt) =>
  field({
    name: 'expiresAt',
    label: 'Expires',
    hint: 'The license expires at 00:00 UTC on this day. Leave empty if it never expires.',
    control: h('input', { type: 'date', value: expiresAt?.slice(0, 10) ?? '' }),
  })
