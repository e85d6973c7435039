/** @import { NewLicense, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { read } from '../parts/form.js'
import { dayAndTime } from '../parts/format.js'
import { overlapField } from '../parts/overlap-field.js'
import { LICENSE_KEY } from '../parts/secret-card.js'
import { secretDialog } from '../parts/secret-dialog.js'
import { section } from '../parts/section.js'

/**
 * The last characters of each key, and the action that rotates the key.
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
            h('button', { type: 'button', onclick: () => rotate(visit, license) }, 'Rotate key'),
          )
        : requiresRole('Rotating the key', 'support')),
  )

/** @param {WholeLicense['keys'][number]} key */
const item = ({ hint, createdAt, expiresAt }) =>
  h(
    'li',
    {},
    h('span', {}, h('code', {}, `…${hint}`), h('span', { class: 'quiet' }, ` created ${dayAndTime(createdAt)}`)),
    h('span', { class: 'quiet' }, stateOf(expiresAt)),
  )

/** @param {string | null} expiresAt */
const stateOf = (expiresAt) => {
  if (expiresAt === null) return 'current'
  return Date.parse(expiresAt) > Date.now() ? `valid until ${dayAndTime(expiresAt)}` : 'expired'
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
const rotate = async ({ api, reload }, { id }) => {
  const overlap = overlapField('Keep the old key valid', 'The customer has this long to switch to the new key.')
  const isCreated = await secretDialog({
    title: 'Rotate key',
    fields: [overlap],
    submit: 'Create new key',
    secret: LICENSE_KEY,
    async create(idempotencyKey) {
      const body = { overlapHours: Number(read(overlap)) }
      /** @type {NewLicense} */
      const { key } = await api.post(`/licenses/${id}/rotate-key`, body, idempotencyKey)
      return key
    },
  })
  if (isCreated) reload()
}
