// The request form of the playground: scan a profile, validate a link or validate a post.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { fill, h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'

/** @typedef {(endpoint: string, request: Record<string, unknown>) => Promise<void>} OnSend */

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
 * @param {OnSend} onSend
 */
export const requestForm = (platforms, onSend) => {
  const endpoint = field({ name: 'endpoint', label: 'Request', control: select(Object.entries(ENDPOINTS)) })
  const platform = field({
    name: 'platform',
    label: 'Platform',
    control: select(platforms.map(({ id, name }) => [id, name])),
  })
  const handle = field({
    name: 'handle',
    label: 'Handle or profile URL',
    control: h('input', { ...TEXT, maxlength: 512 }),
  })
  const variant = field({ name: 'variant', label: 'Variant', control: select([]) })
  const url = field({ name: 'url', label: 'URL', control: h('input', { ...TEXT, type: 'url', maxlength: 2048 }) })
  const withBody = h('input', { type: 'checkbox' })
  const body = field({
    name: 'withBody',
    label: 'Content',
    control: h('fieldset', {}, h('label', { class: 'choice' }, withBody, 'Include the raw content')),
  })
  const profileFields = [platform, handle, variant]
  const urlFields = [url, body]

  const updatePlatform = () => {
    const chosen = platforms.find(({ id }) => id === read(platform))
    fill(variant.control, ...(chosen?.variants ?? []).map(({ id, meaning }) => h('option', { value: id }, meaning)))
    handle.control.setAttribute('placeholder', chosen?.handles[0] ?? '')
  }
  const isScan = () => read(endpoint) === 'scan-profile'
  const updateEndpoint = () => {
    for (const { element } of profileFields) element.hidden = !isScan()
    for (const { element } of urlFields) element.hidden = isScan()
  }
  platform.control.addEventListener('change', updatePlatform)
  endpoint.control.addEventListener('change', updateEndpoint)
  updatePlatform()
  updateEndpoint()

  const onSubmit = () =>
    onSend(
      read(endpoint),
      isScan()
        ? { platform: read(platform), handle: read(handle), variant: read(variant) }
        : { url: read(url), withBody: withBody.checked },
    )
  return form({ fields: [endpoint, ...profileFields, ...urlFields], submit: 'Send request', onSubmit })
}
