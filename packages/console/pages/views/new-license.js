// Creates a license and shows its key once.

/** @import { NewLicense, Plan } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
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
  if (!may(visit, 'admin')) return { title, content: [pageHead(title), requiresRole('Creating a license', 'admin')] }
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
    const created = await api.post('/licenses', body, key)
    if (!card.isConnected)
      return notify(
        'The license was created after you left. Its key was not shown. Open the license and rotate its key.',
      )
    fill(card, ...keyCard(created))
    card.querySelector('h2')?.focus()
  }
  const cancel = h('a', { class: 'button', href: '#/licenses' }, 'Cancel')
  fill(card, form({ fields: [name, plan, mode, expiresAt], submit: 'Create license', onSubmit, cancel }))
  return { title, content: [pageHead(title), card] }
}

const modeField = () =>
  choiceField({
    name: 'mode',
    label: 'Mode',
    choices: [
      ['live', 'Live: scans all platforms of the plan'],
      ['test', 'Test: scans only the sandbox, without a quota'],
    ],
  })

/** @param {NewLicense} license */
const keyCard = ({ id, key, name }) => [
  h('h2', { tabindex: -1 }, name === null ? 'License created' : `License for ${name} created`),
  secretCard(LICENSE_KEY, key),
  h(
    'p',
    { class: 'actions' },
    h('a', { class: 'button', href: `#/licenses/${id}` }, 'Go to the license'),
    h('a', { href: '#/licenses' }, 'All licenses'),
  ),
]
