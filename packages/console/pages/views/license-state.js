/** @import { WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { section } from '../parts/section.js'

/**
 * @typedef {object} Step
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} meaning
 * @property {string} question
 * @property {string} done
 * @property {readonly string[]} from the states that it leads on from
 * @property {boolean} danger
 * @property {import('../app/roles.js').Role} role that it takes
 */

/** @type {readonly Step[]} */
const STEPS = [
  {
    name: 'suspend',
    label: 'Suspend',
    meaning: 'Requests are refused until you resume it. Nothing is lost.',
    question: 'Suspend the license?',
    done: 'The license is suspended.',
    from: ['active'],
    danger: false,
    role: 'support',
  },
  {
    name: 'resume',
    label: 'Resume',
    meaning: 'It works again, with the same key.',
    question: 'Resume the license?',
    done: 'The license is active again.',
    from: ['suspended'],
    danger: false,
    role: 'support',
  },
  {
    name: 'revoke',
    label: 'Revoke',
    meaning: 'This ends it for good: nothing makes it active again.',
    question: 'Revoke the license for good?',
    done: 'The license is revoked.',
    from: ['active', 'suspended', 'expired'],
    danger: true,
    role: 'admin',
  },
]

/**
 * The steps that lead on from where the license is.
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
export const stateSection = (visit, license) => {
  const steps = STEPS.filter(({ from }) => from.includes(license.status))
  if (steps.length === 0) {
    return section(
      'State',
      h('p', { class: 'quiet' }, 'This license is revoked, and that is final. Make another one for the customer.'),
    )
  }
  const expired = 'The license has expired. To make it active again, change the day on which it expires.'
  return section(
    'State',
    license.status === 'expired' && h('p', {}, expired),
    h('ul', { class: 'list' }, ...steps.map((step) => item(visit, license, step))),
  )
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 * @param {Step} step
 */
const item = (visit, { id, name }, { name: action, label, meaning, question, done, danger, role }) => {
  const { api, reload } = visit
  const take = async () => {
    const who = name === null ? '' : `It is the license of “${name}”. `
    if (!(await confirmed({ title: question, text: who + meaning, action: `${label} it`, danger }))) return
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
      ? h('button', { type: 'button', class: danger ? 'danger' : undefined, onclick: take }, label)
      : takesRole('This', role),
  )
}
