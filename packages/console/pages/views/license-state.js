/** @import { WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { section } from '../parts/section.js'

/**
 * @typedef {object} Transition
 * @property {string} name of the endpoint in the API
 * @property {string} label
 * @property {string} meaning
 * @property {string} question
 * @property {string} done
 * @property {readonly string[]} from the statuses that allow it
 * @property {boolean} danger
 * @property {import('../app/roles.js').Role} role that it requires
 */

/** @type {readonly Transition[]} */
const TRANSITIONS = [
  {
    name: 'suspend',
    label: 'Suspend',
    meaning: 'Suspending makes the service reject requests until you resume the license. No data is lost.',
    question: 'Suspend the license?',
    done: 'The license is suspended.',
    from: ['active'],
    danger: false,
    role: 'support',
  },
  {
    name: 'resume',
    label: 'Resume',
    meaning: 'Resuming makes the license work again with the same key.',
    question: 'Resume the license?',
    done: 'The license is active again.',
    from: ['suspended'],
    danger: false,
    role: 'support',
  },
  {
    name: 'revoke',
    label: 'Revoke',
    meaning: 'Revoking is final. A revoked license cannot be reactivated.',
    question: 'Revoke the license permanently?',
    done: 'The license is revoked.',
    from: ['active', 'suspended', 'expired'],
    danger: true,
    role: 'admin',
  },
]

/**
 * The transitions that the license's status allows.
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
export const stateSection = (visit, license) => {
  const transitions = TRANSITIONS.filter(({ from }) => from.includes(license.status))
  if (transitions.length === 0) {
    return section(
      'Status',
      h(
        'p',
        { class: 'quiet' },
        'This license is revoked. This is final. Create a new license if the customer needs one.',
      ),
    )
  }
  const expired = 'The license has expired. To reactivate it, set a later expiry date.'
  return section(
    'Status',
    license.status === 'expired' && h('p', {}, expired),
    h('ul', { class: 'list' }, ...transitions.map((each) => item(visit, license, each))),
  )
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 * @param {Transition} transition
 */
const item = (visit, { id, name }, { name: action, label, meaning, question, done, danger, role }) => {
  const { api, reload } = visit
  const apply = async () => {
    const holder = name === null ? '' : `License: “${name}”. `
    if (!(await confirmed({ title: question, text: holder + meaning, action: `${label} license`, danger }))) return
    try {
      await api.post(`/licenses/${id}/${action}`)
      notify(done)
    } catch (error) {
      notify(problemText(error))
    }
    reload()
  }
  return h(
    'li',
    {},
    h('span', {}, meaning),
    may(visit, role)
      ? h('button', { type: 'button', class: danger ? 'danger' : undefined, onclick: apply }, label)
      : requiresRole('This action', role),
  )
}
