// Creates and revokes operators. The token of a new operator is shown once.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { ROLES } from '../app/roles.js'
import { choiceField, readChoice } from '../parts/choice-field.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { secretDialog } from '../parts/secret-dialog.js'

const TOKEN = { noun: 'token', note: 'The service stores only its hash. Copy it and give it to the operator now.' }

/** @param {import('../app/routes.js').Visit} visit */
export const newOperator = async ({ api, reload }) => {
  const name = field({
    name: 'name',
    label: 'Name',
    hint: 'The audit trail shows this name. It cannot be changed or used again later.',
    control: h('input', { type: 'text', maxlength: 64, autocomplete: 'off', spellcheck: 'false' }),
  })
  const role = choiceField({
    name: 'role',
    label: 'Role',
    choices: Object.entries(ROLES).map(([each, meaning]) => [each, `${each}: ${meaning}`]),
  })
  const isCreated = await secretDialog({
    title: 'New operator',
    fields: [name, role],
    submit: 'Create operator',
    secret: TOKEN,
    async create(key) {
      /** @type {Operator & { token: string }} */
      const { token } = await api.post('/operators', { name: read(name), role: readChoice(role) }, key)
      return token
    },
  })
  if (isCreated) reload()
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Operator} operator
 */
export const revoke = async ({ api, me, reload }, { id, name }) => {
  const isSure = await confirmed({
    title: `Revoke ${name}?`,
    text: `The token stops working with the next request. This cannot be undone.${name === me.name ? ' This is your own token: you will be signed out.' : ''}`,
    action: 'Revoke operator',
    danger: true,
  })
  if (!isSure) return
  try {
    await api.post(`/operators/${id}/revoke`)
    notify(`${name} is revoked.`)
  } catch (error) {
    notify(problemText(error))
  }
  reload()
}
