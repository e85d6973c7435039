import { h } from './element.js'
import { field } from './form.js'

/** @type {readonly (readonly [hours: number, label: string])[]} */
const OVERLAPS = [
  [24, 'for 1 day'],
  [168, 'for 1 week'],
  [720, 'for 30 days'],
  [0, 'not at all: it stops working now'],
]

/**
 * How many hours the old key or secret stays valid after a rotation.
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
