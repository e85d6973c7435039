// Creates a plan or changes the limits of one.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { invalidField } from '../app/api.js'
import { allOrSomeField, readAllOrSome } from '../parts/choice-field.js'
import { openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form } from '../parts/form.js'
import { notify } from '../parts/notice.js'

/** @type {readonly (readonly [Plan['media'], string])[]} */
const MEDIA = [
  ['proxy', 'Of this service'],
  ['none', 'Of the platforms'],
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Plan | undefined} plan undefined for a new one
 * @param {readonly { id: string, name: string }[]} platforms
 */
export const editPlan = ({ api, reload }, plan, platforms) =>
  openDialog(plan ? `Edit plan ${plan.name}` : 'New plan', (close) => {
    const name = h('input', { type: 'text', maxlength: 32, autocomplete: 'off', spellcheck: 'false' })
    const scans = number(plan?.scans ?? 1_000)
    const validations = number(plan?.validations ?? 1_000)
    const burst = number(plan?.burst ?? 60)
    const sites = number(plan ? plan.sites : 1)
    const connections = number(plan ? plan.connections : 3)
    const media = h(
      'select',
      {},
      MEDIA.map(([value, label]) => h('option', { value, selected: value === (plan?.media ?? 'proxy') }, label)),
    )
    const mediaMb = number(plan?.mediaMb ?? null)
    const chosen = allOrSomeField({
      name: 'platforms',
      label: 'Platforms',
      all: 'All platforms, including those added later',
      choices: platforms.map((platform) => [platform.id, platform.name]),
      chosen: plan?.platforms ?? null,
    })
    const fields = [
      ...(plan
        ? []
        : [
            field({
              name: 'name',
              label: 'Name',
              hint: 'Use a-z, 0-9, “-” and “_”. The name cannot be changed later.',
              control: name,
            }),
          ]),
      field({ name: 'scans', label: 'Scans per month', control: scans }),
      field({ name: 'validations', label: 'Validations per month', control: validations }),
      field({ name: 'burst', label: 'Requests per minute', control: burst }),
      field({ name: 'sites', label: 'Sites', hint: 'Leave empty for unlimited sites.', control: sites }),
      field({
        name: 'connections',
        label: 'Connected accounts',
        hint: 'Leave empty for unlimited accounts.',
        control: connections,
      }),
      field({
        name: 'media',
        label: 'URLs of images',
        hint: 'Applies if the service passes images on (MEDIA=proxy).',
        control: media,
      }),
      field({
        name: 'mediaMb',
        label: 'Megabytes of images fetched per month',
        hint: 'Leave empty for no limit. When it is reached, responses name the platforms’ URLs.',
        control: mediaMb,
      }),
      chosen,
    ]
    const onSubmit = async (/** @type {string} */ key) => {
      const id = plan?.name ?? name.value.trim()
      if (id === '') throw invalidField('name', 'Enter a name')
      const limits = {
        scans: countOf('scans', scans),
        validations: countOf('validations', validations),
        burst: countOf('burst', burst),
        sites: countOrNone('sites', sites),
        connections: countOrNone('connections', connections),
        media: media.value,
        mediaMb: countOrNone('mediaMb', mediaMb),
        platforms: readAllOrSome(chosen),
      }
      await api.put(`/plans/${encodeURIComponent(id)}`, limits, key)
      notify(plan ? `Plan ${id} updated.` : `Plan ${id} created.`)
      close()
      reload()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    return [form({ fields, submit: plan ? 'Save' : 'Create plan', onSubmit, cancel })]
  })

/** @param {number | null} value */
const number = (value) =>
  h('input', { type: 'number', min: 0, step: 1, inputmode: 'numeric', value: value === null ? '' : value })

/**
 * @param {string} name
 * @param {HTMLInputElement} control
 */
const countOf = (name, control) => {
  if (control.value === '' || !Number.isInteger(control.valueAsNumber)) throw invalidField(name, 'Enter a whole number')
  return control.valueAsNumber
}

/**
 * @param {string} name
 * @param {HTMLInputElement} control
 * @returns {number | null} null if it is empty
 */
const countOrNone = (name, control) =>
  control.value === '' && !control.validity.badInput ? null : countOf(name, control)
