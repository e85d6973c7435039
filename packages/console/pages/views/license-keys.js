/** @import { NewLicense, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { openDialog } from '../parts/dialog.js'
import { fill, h } from '../parts/element.js'
import { field, form } from '../parts/form.js'
import { dayAndTime } from '../parts/format.js'
import { keyCard } from '../parts/key-card.js'
import { section } from '../parts/section.js'

/** @type {readonly (readonly [hours: number, label: string])[]} */
const OVERLAPS = [
  [24, 'for a day'],
  [168, 'for a week'],
  [720, 'for 30 days'],
  [0, 'not at all: it stops at once'],
]

/**
 * The keys by their ends, and a new one.
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
export const keysSection = (visit, license) =>
  section(
    'Keys',
    h('ul', { class: 'list' }, ...license.keys.map(item)),
    license.status !== 'revoked' &&
      (may(visit, 'support')
        ? h(
            'div',
            { class: 'actions' },
            h('button', { type: 'button', onclick: () => rotate(visit, license) }, 'Make a new key'),
          )
        : takesRole('Making a new key', 'support')),
  )

/** @param {WholeLicense['keys'][number]} key */
const item = ({ hint, createdAt, expiresAt }) =>
  h(
    'li',
    {},
    h('span', {}, h('code', {}, `…${hint}`), h('span', { class: 'quiet' }, ` made ${dayAndTime(createdAt)}`)),
    h('span', { class: 'quiet' }, stateOf(expiresAt)),
  )

/** @param {string | null} expiresAt */
const stateOf = (expiresAt) => {
  if (expiresAt === null) return 'current'
  return Date.parse(expiresAt) > Date.now() ? `works until ${dayAndTime(expiresAt)}` : 'does not work any more'
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
const rotate = async ({ api, reload }, { id }) => {
  let isMade = false
  await openDialog('Make a new key', (close) => {
    const overlap = h('select', {}, ...OVERLAPS.map(([hours, label]) => h('option', { value: hours }, label)))
    const hint = 'The customer has this long to put the new key in.'
    const overlapHours = field({ name: 'overlapHours', label: 'The old key still works', hint, control: overlap })
    const onSubmit = async () => {
      /** @type {NewLicense} */
      const { key } = await api.post(`/licenses/${id}/rotate-key`, { overlapHours: Number(overlap.value) })
      isMade = true
      fill(
        content,
        keyCard(key),
        h('div', { class: 'actions' }, h('button', { type: 'button', onclick: close }, 'Done')),
      )
      content.querySelector('button')?.focus()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    const content = h(
      'div',
      { class: 'stack' },
      form({ fields: [overlapHours], submit: 'Make the key', onSubmit, cancel }),
    )
    return [content]
  })
  if (isMade) reload()
}
