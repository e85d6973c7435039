// The fields of a license that an operator fills in.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { field } from '../parts/form.js'
import { grouped, plural } from '../parts/format.js'

/** @param {string | null} name */
export const nameField = (name) =>
  field({
    name: 'name',
    label: 'Name',
    hint: 'Whose it is, for your own eyes. May be left empty.',
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
  `${name} – ${grouped(scans)} scans a month, ${sites === null ? 'any number of sites' : plural(sites, 'site')}`

/** @param {string | null} expiresAt */
export const expiryField = (expiresAt) =>
  field({
    name: 'expiresAt',
    label: 'Expires',
    hint: 'At 0:00 UTC of this day. Leave it empty for never.',
    control: h('input', { type: 'date', value: expiresAt?.slice(0, 10) ?? '' }),
  })
