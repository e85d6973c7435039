// Makes a license, and shows its key the one time that it can be seen.

/** @import { NewLicense, Plan } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { choiceField, readChoice } from '../parts/choice-field.js'
import { fill, h } from '../parts/element.js'
import { form, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { pageHead } from '../parts/page-head.js'
import { LICENSE_KEY, secretCard } from '../parts/secret-card.js'
import { expiryField, nameField, planField } from './license-fields.js'

/** @type {import('../app/routes.js').View} */
export const newLicense = async (visit) => {
  const { api } = visit
  const title = 'New license'
  if (!may(visit, 'admin')) return { title, content: [pageHead(title), takesRole('Making a license', 'admin')] }
  /** @type {{ plans: Plan[] }} */
  const { plans } = await api.get('/plans')
  const name = nameField(null)
  const plan = planField(plans, 'pro')
  const mode = modeField()
  const expiresAt = expiryField(null)
  const card = h('div', { class: 'card narrow' })
  const onSubmit = async (/** @type {string} */ key) => {
    const body = {
      name: read(name) || null,
      plan: read(plan),
      mode: readChoice(mode),
      expiresAt: read(expiresAt) || null,
    }
    /** @type {NewLicense} */
    const made = await api.post('/licenses', body, key)
    if (!card.isConnected) return notify('The license was made after you left. Open it and make a new key to see one.')
    fill(card, ...keyShown(made))
    card.querySelector('h2')?.focus()
  }
  const cancel = h('a', { class: 'button', href: '#/licenses' }, 'Cancel')
  fill(card, form({ fields: [name, plan, mode, expiresAt], submit: 'Make the license', onSubmit, cancel }))
  return { title, content: [pageHead(title), card] }
}

const modeField = () =>
  choiceField({
    name: 'mode',
    label: 'Mode',
    choices: [
      ['live', 'Live: scans every platform of the plan'],
      ['test', 'Test: scans only the sandbox, and never runs out'],
    ],
  })

/** @param {NewLicense} license */
const keyShown = ({ id, key, name }) => [
  h('h2', { tabindex: -1 }, name === null ? 'The license is made' : `The license for ${name} is made`),
  secretCard(LICENSE_KEY, key),
  h(
    'p',
    { class: 'actions' },
    h('a', { class: 'button', href: `#/licenses/${id}` }, 'Go to the license'),
    h('a', { href: '#/licenses' }, 'All licenses'),
  ),
]
