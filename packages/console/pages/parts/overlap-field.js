import { h } from './element.js'
import { field } from './form.js'

/** @type {readonly (readonly [hours: number, label: string])[]} */
const OVERLAPS = [
  [24, 'for a day'],
  [168, 'for a week'],
  [720, 'for 30 days'],
  [0, 'not at all: it stops at once'],
]

/**
 * How long the old one still works beside a new one, in hours.
 * @param {string} label
 * @param {string} hint
 */
export const overlapField = (label, hint) =>
  field({
    name: 'overlapHours',
    label,
    hint,
    control: h('select', {}, ...OVERLAPS.map(([hours, text]) => h('option', { value: hours }, text))),
  })
