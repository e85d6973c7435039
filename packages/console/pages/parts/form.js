// Forms: a label for every field, error messages next to the fields, and one submission at a time. A retry after a lost
// response sends the same Idempotency-Key, so that nothing is created twice.

import { invalidField, RequestError } from '../app/api.js'
import { fill, h, uniqueId } from './element.js'
import { createIdempotencyKey } from './idempotency-key.js'
import { isSurelyKey } from './pasted-key.js'
import { problemText } from './problem.js'

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLFieldSetElement} Control */
/**
 * @typedef {object} Field
 * @property {string} name of the field in the API
 * @property {Control} control
 * @property {HTMLElement} element
 * @property {(message: string | undefined) => void} setError
 */

/**
 * @param {{ name: string, label: string, hint?: string, control: Control }} options
 * @returns {Field}
 */
export const field = ({ name, label, hint, control }) => {
  control.id = uniqueId()
  const hintId = `${control.id}-hint`
  const problem = h('p', { class: 'field-problem', id: `${control.id}-problem`, hidden: true })
  control.setAttribute('aria-describedby', [hint && hintId, problem.id].filter(Boolean).join(' '))
  if (!(control instanceof HTMLFieldSetElement)) control.name = name
  const isGroup = control instanceof HTMLFieldSetElement
  if (isGroup) control.prepend(h('legend', {}, label))
  const element = h(
    'div',
    { class: 'field' },
    !isGroup && h('label', { for: control.id }, label),
    control,
    hint && h('p', { class: 'hint', id: hintId }, hint),
    problem,
  )
  return {
    name,
    control,
    element,
    setError(message) {
      problem.textContent = message ?? ''
      problem.hidden = message === undefined
      if (message === undefined) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    },
  }
}

/**
 * Messages for input that the browser cannot parse. The value is an empty string then, which must not be taken for an empty
 * field (HTML, constraint validation API, “suffering from bad input”).
 * @type {Readonly<Record<string, string>>}
 */
const BAD_INPUT = {
  date: 'This date is incomplete or invalid. Enter day, month and year, or clear the field',
  number: 'Enter a whole number',
}

/**
 * The value of a field. Throws if the browser cannot parse the input.
 * @param {Field} field
 */
export const read = ({ name, control }) => {
  if (control instanceof HTMLFieldSetElement) return ''
  if (control.validity.badInput) throw invalidField(name, BAD_INPUT[control.type] ?? 'Invalid value')
  return control.value.trim()
}

/**
 * The value of a field that becomes part of the page's URL. Throws if it is a license key, which must not appear there.
 * @param {Field} field
 */
export const readForUrl = (field) => {
  const text = read(field)
  if (!isSurelyKey(text)) return text
  throw invalidField(field.name, 'This looks like a license key. Paste it into the license search instead')
}

/**
 * A form that blocks further submissions while one is in progress, and shows the errors that the service returns.
 * @param {{
 *   fields: readonly Field[],
 *   submit: string,
 *   onSubmit: (key: string) => Promise<void>,
 *   cancel?: HTMLElement,
 * }} options `onSubmit` receives the `Idempotency-Key`, which stays the same until a submission succeeds
 */
export const form = ({ fields, submit, onSubmit, cancel }) => {
  const button = h('button', { type: 'submit', class: 'primary' }, submit)
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const element = h(
    'form',
    { novalidate: true },
    ...fields.map((each) => each.element),
    problem,
    h('div', { class: 'actions' }, button, cancel),
  )
  let key = createIdempotencyKey()
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    await attempt(fields, problem, async () => {
      await onSubmit(key)
      key = createIdempotencyKey()
    })
    button.disabled = false
  })
  return element
}

/**
 * Runs the action of a form and shows its errors.
 * @param {readonly Field[]} fields
 * @param {HTMLElement} problem shows errors that belong to no field
 * @param {() => void | Promise<void>} act
 */
export const attempt = async (fields, problem, act) => {
  fill(problem)
  for (const each of fields) each.setError(undefined)
  try {
    await act()
  } catch (error) {
    showProblem(fields, problem, error)
  }
}

/**
 * @param {readonly Field[]} fields
 * @param {HTMLElement} problem
 * @param {unknown} error
 */
const showProblem = (fields, problem, error) => {
  const details = error instanceof RequestError ? error.details : []
  const known = details.filter((detail) => fields.some(({ name }) => name === detail.field))
  for (const { field: name, message } of known) fields.find((each) => each.name === name)?.setError(toSentence(message))
  const others = details.filter((detail) => !known.includes(detail))
  if (known.length === 0 || others.length > 0) {
    fill(problem, h('p', {}, others.map(({ message }) => toSentence(message)).join(' ') || problemText(error)))
  }
  const first = fields.find(({ name }) => known.some((detail) => detail.field === name))?.control
  const folded = first?.closest('details')
  if (folded) folded.open = true
  first?.focus()
}

/**
 * Details of a field may be fragments such as `must be integer`.
 * @param {string} message
 */
export const toSentence = (message) =>
  /^(?:is|must) /.test(message) ? `This ${message}.` : `${message.replace(/\.$/, '')}.`
