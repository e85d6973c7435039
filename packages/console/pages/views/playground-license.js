// The license that a request is tested with: the one in the URL, else the first one that works.

/** @import { LicenseInList } from '../../../service/src/http/admin/schemas.ts' */

import { comboboxField } from '../parts/combobox.js'
import { fill, h } from '../parts/element.js'
import { keyEndIn } from '../parts/pasted-key.js'
import { pill, statusPill } from '../parts/status.js'

/** @typedef {Pick<LicenseInList, 'id' | 'name' | 'plan' | 'status' | 'mode'>} License */

const MAX_LICENSES = 10

/** Test licenses first, because they can do no harm. */
const PREFERRED = ['mode=test&status=active', 'status=active', '']

/**
 * @param {import('../app/api.js').Api} api
 * @param {string} query
 * @param {number} limit
 * @returns {Promise<readonly License[]>}
 */
const list = async (api, query, limit) => (await api.get(`/licenses?limit=${limit}${query && `&${query}`}`)).licenses

/**
 * Resolves to undefined if there is no license at all.
 * @param {import('../app/api.js').Api} api
 * @param {string} search from the URL
 * @returns {Promise<License | undefined>}
 */
export const defaultLicense = async (api, search) => {
  const queries = search === '' ? PREFERRED : [new URLSearchParams({ search }).toString(), ...PREFERRED]
  for (const query of queries) {
    const [first] = await list(api, query, 1)
    if (first !== undefined) return first
  }
  return undefined
}

/** @param {License} license */
const nameOf = ({ name, id }) => name ?? id

/** @param {License} license */
const toOption = (license) => ({
  value: license.id,
  label: nameOf(license),
  detail: [license.plan, license.status, license.mode === 'test' && 'test'].filter(Boolean).join(' · '),
})

/**
 * @param {import('../app/api.js').Api} api
 * @param {License} chosen
 * @param {(license: License) => void} onChoose
 */
export const licensePicker = (api, chosen, onChoose) => {
  const facts = h('p', { class: 'license-facts' })
  const show = (/** @type {License} */ { id, plan, status, mode }) =>
    fill(
      facts,
      h('span', { class: 'quiet' }, plan),
      statusPill(status),
      mode === 'test' && pill('test', 'plain'),
      h('a', { href: `#/licenses/${id}` }, 'View license'),
    )
  /** @type {readonly License[]} */
  let found = [chosen]
  const picker = comboboxField({
    name: 'license',
    label: 'License',
    hint: 'Choose a license to test with. Its plan, mode and status apply; its quota is not charged.',
    chosen: toOption(chosen),
    async find(text) {
      // Only the last characters of a pasted key leave the page.
      const search = keyEndIn(text) ?? text
      found = await list(api, search && new URLSearchParams({ search }).toString(), MAX_LICENSES)
      return found.map(toOption)
    },
    onChoose({ value }) {
      const license = found.find(({ id }) => id === value)
      if (!license) return
      show(license)
      onChoose(license)
    },
  })
  show(chosen)
  picker.element.append(facts)
  return picker
}
