// What is asked in the playground: a profile, a link or a post.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { fill, h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'

/** @typedef {(endpoint: string, request: Record<string, unknown>) => Promise<void>} OnAsk */

/** @type {Readonly<Record<string, string>>} */
const ENDPOINTS = {
  'scan-profile': 'Scan a profile',
  'validate-link': 'Validate a link',
  'validate-post': 'Validate a post',
}
const TEXT = { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' }

/** @param {readonly (readonly [string, string])[]} options */
const select = (options) => h('select', {}, ...options.map(([value, text]) => h('option', { value }, text)))

/**
 * @param {readonly OperatorPlatform[]} platforms
 * @param {OnAsk} onAsk
 */
export const requestForm = (platforms, onAsk) => {
  const endpoint = field({ name: 'endpoint', label: 'Request', control: select(Object.entries(ENDPOINTS)) })
  const platform = field({
    name: 'platform',
    label: 'Platform',
    control: select(platforms.map(({ id, name }) => [id, name])),
  })
  const handle = field({
    name: 'handle',
    label: 'Handle, or the address of the profile',
    control: h('input', { ...TEXT, maxlength: 512 }),
  })
  const variant = field({ name: 'variant', label: 'Which posts', control: select([]) })
  const url = field({ name: 'url', label: 'Address', control: h('input', { ...TEXT, type: 'url', maxlength: 2048 }) })
  const withBody = h('input', { type: 'checkbox' })
  const body = field({
    name: 'withBody',
    label: 'Content',
    control: h('fieldset', {}, h('label', { class: 'choice' }, withBody, 'With the raw content that is found there')),
  })
  const ofProfile = [platform, handle, variant]
  const ofAddress = [url, body]

  const offer = () => {
    const chosen = platforms.find(({ id }) => id === read(platform))
    fill(variant.control, ...(chosen?.variants ?? []).map(({ id, meaning }) => h('option', { value: id }, meaning)))
    handle.control.setAttribute('placeholder', chosen?.handles[0] ?? '')
  }
  const isScan = () => read(endpoint) === 'scan-profile'
  const arrange = () => {
    for (const { element } of ofProfile) element.hidden = !isScan()
    for (const { element } of ofAddress) element.hidden = isScan()
  }
  platform.control.addEventListener('change', offer)
  endpoint.control.addEventListener('change', arrange)
  offer()
  arrange()

  const onSubmit = () =>
    onAsk(
      read(endpoint),
      isScan()
        ? { platform: read(platform), handle: read(handle), variant: read(variant) }
        : { url: read(url), withBody: withBody.checked },
    )
  return form({ fields: [endpoint, ...ofProfile, ...ofAddress], submit: 'Try it', onSubmit })
}
