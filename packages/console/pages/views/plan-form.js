// Makes a plan, or changes the limits of one.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { Refusal } from '../app/api.js'
import { openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form } from '../parts/form.js'
import { notify } from '../parts/notice.js'

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Plan | undefined} plan undefined for a new one
 * @param {readonly { id: string, name: string }[]} platforms
 */
export const editPlan = ({ api, reload }, plan, platforms) =>
  openDialog(plan ? `Change the plan ${plan.name}` : 'New plan', (close) => {
    const name = h('input', { type: 'text', maxlength: 32, autocomplete: 'off', spellcheck: 'false' })
    const scans = number(plan?.scans ?? 1_000)
    const validations = number(plan?.validations ?? 1_000)
    const burst = number(plan?.burst ?? 60)
    const sites = number(plan ? plan.sites : 1)
    const chosen = platformsField(plan?.platforms ?? null, platforms)
    const fields = [
      ...(plan
        ? []
        : [
            field({
              name: 'name',
              label: 'Name',
              hint: 'Of a-z, 0-9, “-” and “_”. It cannot be changed later.',
              control: name,
            }),
          ]),
      field({ name: 'scans', label: 'Scans a month', control: scans }),
      field({ name: 'validations', label: 'Validations a month', control: validations }),
      field({ name: 'burst', label: 'Requests a minute', control: burst }),
      field({ name: 'sites', label: 'Sites', hint: 'Leave it empty for any number.', control: sites }),
      chosen,
    ]
    const onSubmit = async () => {
      const id = plan?.name ?? name.value.trim()
      if (id === '') throw wrong('name', 'A plan needs a name')
      const limits = {
        scans: countOf('scans', scans),
        validations: countOf('validations', validations),
        burst: countOf('burst', burst),
        sites: sites.value === '' && !sites.validity.badInput ? null : countOf('sites', sites),
        platforms: readPlatforms(chosen.control),
      }
      await api.put(`/plans/${encodeURIComponent(id)}`, limits)
      notify(plan ? `The plan ${id} is changed.` : `The plan ${id} is made.`)
      close()
      reload()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    return [form({ fields, submit: plan ? 'Save' : 'Make the plan', onSubmit, cancel })]
  })

/** @param {number | null} value */
const number = (value) =>
  h('input', { type: 'number', min: 0, step: 1, inputmode: 'numeric', value: value === null ? '' : value })

/**
 * @param {string} name
 * @param {HTMLInputElement} control
 */
const countOf = (name, control) => {
  if (control.value === '' || !Number.isInteger(control.valueAsNumber))
    throw wrong(name, 'A whole number is needed here')
  return control.valueAsNumber
}

/** @param {string} name @param {string} message */
const wrong = (name, message) => new Refusal('invalid_request', message, { details: [{ field: name, message }] })

/**
 * All platforms, also those that are added later; or those that are ticked.
 * @param {readonly string[] | null} chosen
 * @param {readonly { id: string, name: string }[]} platforms
 */
const platformsField = (chosen, platforms) => {
  const boxes = platforms.map(({ id, name }) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'checkbox', value: id, checked: chosen?.includes(id) ?? false }),
      name,
    ),
  )
  const some = h('div', { class: 'choices', hidden: chosen === null }, ...boxes)
  const all = h('input', { type: 'checkbox', class: 'all', checked: chosen === null })
  all.addEventListener('change', () => {
    some.hidden = all.checked
  })
  const label = h('label', { class: 'choice' }, all, 'All of them, also those that are added later')
  return field({ name: 'platforms', label: 'Platforms', control: h('fieldset', {}, label, some) })
}

/** @param {Element} fieldset */
const readPlatforms = (fieldset) => {
  const all = /** @type {HTMLInputElement} */ (fieldset.querySelector('.all'))
  if (all.checked) return null
  const ticked = fieldset.querySelectorAll('.choices input:checked')
  if (ticked.length === 0) throw wrong('platforms', 'Choose at least one, or all of them')
  return [...ticked].map((box) => /** @type {HTMLInputElement} */ (box).value)
}
