// Makes an operator, whose token is shown once, and revokes one.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { ROLES } from '../app/roles.js'
import { choiceField, readChoice } from '../parts/choice-field.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { secretDialog } from '../parts/secret-dialog.js'

const TOKEN = { noun: 'token', note: 'Only a hash of it is kept. Copy it and hand it to the operator now.' }

/** @param {import('../app/routes.js').Visit} visit */
export const newOperator = async ({ api, reload }) => {
  const name = field({
    name: 'name',
    label: 'Name',
    hint: 'Who it is, as the audit trail is to tell it. It is given once, and cannot be changed.',
    control: h('input', { type: 'text', maxlength: 64, autocomplete: 'off', spellcheck: 'false' }),
  })
  const role = choiceField({
    name: 'role',
    label: 'Role',
    choices: Object.entries(ROLES).map(([each, meaning]) => [each, `${each}: ${meaning}`]),
  })
  const isMade = await secretDialog({
    title: 'New operator',
    fields: [name, role],
    submit: 'Make the operator',
    secret: TOKEN,
    async make(key) {
      /** @type {Operator & { token: string }} */
      const { token } = await api.post('/operators', { name: read(name), role: readChoice(role) }, key)
      return token
    },
  })
  if (isMade) reload()
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Operator} operator
 */
export const revoke = async ({ api, me, reload }, { id, name }) => {
  const isSure = await confirmed({
    title: `Revoke ${name}?`,
    text: `The token is refused from the next request on, and nothing makes it good again.${name === me.name ? ' This is you: you are signed out.' : ''}`,
    action: 'Revoke the operator',
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
