// Changes the name, the plan and the expiry of a license. Sends only the changed fields.

/** @import { Plan, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { form, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { expiryField, nameField, planField } from './license-fields.js'

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 * @param {readonly Plan[]} plans
 */
export const changeButton = (visit, license, plans) => {
  const label = license.status === 'expired' ? 'Renew or edit' : 'Edit'
  return h('button', { type: 'button', onclick: () => change(visit, license, plans) }, label)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 * @param {readonly Plan[]} plans
 */
const change = ({ api, reload }, license, plans) =>
  openDialog('Edit license', (close) => {
    const fields = [nameField(license.name), planField(plans, license.plan), expiryField(license.expiresAt)]
    const initial = fields.map(read)
    const onSubmit = async () => {
      const changed = fields.filter((each, at) => read(each) !== initial[at])
      const body = Object.fromEntries(changed.map((each) => [each.name, read(each) || null]))
      if (changed.length > 0) {
        await api.patch(`/licenses/${license.id}`, body)
        notify('License updated.')
      }
      close()
      reload()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    return [form({ fields, submit: 'Save', onSubmit, cancel })]
  })
