// Forms: a label for every field, what is wrong beside it, one submission at a time, which makes nothing twice when its
// response is lost and it is sent again.

import { Refusal, wrong } from '../app/api.js'
import { fill, freshId, h } from './element.js'
import { freshKey } from './fresh-key.js'
import { isSurelyKey } from './pasted-key.js'
import { problemText } from './problem.js'

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLFieldSetElement} Control */
/**
 * @typedef {object} Field
 * @property {string} name as the API calls it
 * @property {Control} control
 * @property {HTMLElement} element
 * @property {(message: string | undefined) => void} say
 */

/**
 * @param {{ name: string, label: string, hint?: string, control: Control }} options
 * @returns {Field}
 */
export const field = ({ name, label, hint, control }) => {
  control.id = freshId()
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
    say(message) {
      problem.textContent = message ?? ''
      problem.hidden = message === undefined
      if (message === undefined) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    },
  }
}

/**
 * What is said of an input that cannot be read. Its value is the empty text then, which is not what was meant (HTML, constraint
 * validation API, “suffering from bad input”).
 * @type {Readonly<Record<string, string>>}
 */
const UNREADABLE = {
  date: 'This date is incomplete or invalid. Enter day, month and year, or clear the field',
  number: 'A whole number is needed here',
}

/**
 * What was typed or chosen. Throws where that cannot be read.
 * @param {Field} field
 */
export const read = ({ name, control }) => {
  if (control instanceof HTMLFieldSetElement) return ''
  if (control.validity.badInput) throw wrong(name, UNREADABLE[control.type] ?? 'This cannot be read')
  return control.value.trim()
}

/**
 * The same of what goes into the address of the page, where no key belongs.
 * @param {Field} field
 */
export const readForAddress = (field) => {
  const text = read(field)
  if (!isSurelyKey(text)) return text
  throw wrong(field.name, 'This looks like a license key. Paste it into the license search instead')
}

/**
 * A form that is busy while it is sent, and shows what the service did not like.
 * @param {{
 *   fields: readonly Field[],
 *   submit: string,
 *   onSubmit: (key: string) => Promise<void>,
 *   cancel?: HTMLElement,
 * }} options `onSubmit` is handed the `Idempotency-Key`: the same until it resolves
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
  let key = freshKey()
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    await attempt(fields, problem, async () => {
      await onSubmit(key)
      key = freshKey()
    })
    button.disabled = false
  })
  return element
}

/**
 * Does what the fields say, and shows what is wrong with it.
 * @param {readonly Field[]} fields
 * @param {HTMLElement} problem where what is said of no field is shown
 * @param {() => void | Promise<void>} act
 */
export const attempt = async (fields, problem, act) => {
  fill(problem)
  for (const each of fields) each.say(undefined)
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
  const details = error instanceof Refusal ? error.details : []
  const known = details.filter((detail) => fields.some(({ name }) => name === detail.field))
  for (const { field: name, message } of known) fields.find((each) => each.name === name)?.say(toSentence(message))
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
 * Parts of sentences are told of a field: `must be integer`.
 * @param {string} message
 */
const toSentence = (message) => (/^(?:is|must) /.test(message) ? `This ${message}.` : `${message.replace(/\.$/, '')}.`)
