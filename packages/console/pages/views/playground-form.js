// The request builder of the playground. It shows the fields of the chosen endpoint and hides all others.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */
/** @import { Endpoint, FieldName } from './playground-endpoints.js' */
/** @import { Values } from './playground-state.js' */

import { comboboxField } from '../parts/combobox.js'
import { fill, h } from '../parts/element.js'
import { field, form, read, readForUrl, toSentence } from '../parts/form.js'
import { isSurelyKey } from '../parts/pasted-key.js'
import { ENDPOINTS, isScan } from './playground-endpoints.js'
import { handleHelp, sandboxUrls } from './playground-examples.js'
import { certainMatch, namesPlatform, recognizedHelp } from './playground-recognized.js'

/** @typedef {Record<string, string | boolean>} RequestBody */

const TEXT = { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', dir: 'auto' }

/** The path under which the service serves the module, which differs from its path in the repository. */
const OTHER = '../shared/scanning/other-names.ts'
/** @type {typeof import('../../../service/src/scanning/other-names.ts')} */
const { OTHER_NAMES } = await import(OTHER)
const otherNames = (/** @type {string} */ platform) =>
  Object.keys(OTHER_NAMES).filter((name) => OTHER_NAMES[name] === platform)

/**
 * @param {{
 *   platforms: readonly OperatorPlatform[],
 *   first: import('../parts/form.js').Field,
 *   values: Values,
 *   canRun: boolean,
 *   recognize: (text: string) => Promise<import('../../../service/src/http/recognize/schema.ts').RecognizeData>,
 *   onChange: (isFinished: boolean) => void,
 *   onRun: () => Promise<void>,
 * }} options `first` stands above the fields of the request; `onChange` is told whether the operator finished the change
 */
export const requestForm = ({ platforms, first, values, canRun, recognize, onChange, onRun }) => {
  const urls = sandboxUrls(platforms)
  const initial =
    platforms.find(({ id }) => id === (values.platform ?? 'sandbox')) ??
    platforms.find(({ configured }) => configured) ??
    platforms[0]
  let chosen = /** @type {OperatorPlatform} */ (initial)
  /** @type {Endpoint} */
  let endpoint = 'scan-profile'

  const toOption = (/** @type {OperatorPlatform} */ { id, name, configured }) => ({
    value: id,
    label: name,
    detail: configured ? id : `${id} · not set up`,
  })
  const platform = comboboxField({
    name: 'platform',
    label: 'Platform',
    chosen: toOption(chosen),
    find: (text) =>
      platforms.map(toOption).filter(({ value, label }) => matches(text, value, label, ...otherNames(value))),
    onChoose({ value }) {
      chosen = platforms.find(({ id }) => id === value) ?? chosen
      handle.control.value = value === 'sandbox' ? (chosen.handles[0] ?? '') : ''
      showPlatform()
      onChange(true)
    },
  })
  const handle = input('handle', 'Handle or profile URL', { ...TEXT, maxlength: 512 })
  const variants = h('select')
  const variant = field({ name: 'variant', label: 'Variant', control: variants })
  const cursor = input(
    'cursor',
    'Cursor',
    { ...TEXT, maxlength: 4096 },
    '`nextCursor` of the previous page. Run scan-profile to fill it in.',
  )
  const url = input('url', 'URL', { ...TEXT, inputmode: 'url', maxlength: 2048 })
  const box = h('input', { type: 'checkbox', checked: values.withBody === 'true' })
  const withBody = field({
    name: 'withBody',
    label: 'Content',
    control: h('fieldset', {}, h('label', { class: 'choice' }, box, 'Include the raw content')),
  })
  /** @type {Readonly<Record<FieldName, import('../parts/form.js').Field>>} */
  const fields = { platform, handle, variant, cursor, url, withBody }

  const recognized = h('div', { class: 'recognized', role: 'status' })
  const help = h('div', { class: 'handle-help' })
  handle.element.append(recognized, help)
  const fillHandle = (/** @type {string} */ text) => {
    handle.control.value = text
    handle.control.focus()
    onChange(true)
  }
  /** @param {readonly { readonly id: string, readonly meaning: string }[]} offered @param {string} [shown] */
  const showVariants = (offered, shown = variants.value) => {
    fill(variants, ...offered.map(({ id, meaning }) => h('option', { value: id }, `${id}: ${meaning}`)))
    variants.value = offered.some(({ id }) => id === shown) ? shown : 'posts'
  }
  const showPlatform = () => {
    const { handles } = chosen
    showVariants(chosen.variants)
    handle.control.setAttribute('placeholder', handles[0] ?? '')
    fill(help, ...handleHelp(chosen, fillHandle))
  }
  /** @param {import('./playground-recognized.js').Match} match */
  const use = (match) => {
    const text = handle.control.value
    const found = platforms.find(({ id }) => id === match.platform)
    if (found !== undefined && found.id !== chosen.id) platform.choose(toOption(found))
    handle.control.value = text
    // A playlist has other variants than a channel.
    showVariants(match.variants, match.variant === 'posts' ? undefined : match.variant)
    onChange(true)
  }
  /** A pasted text may name another platform than the chosen one. */
  const recognizeHandle = async () => {
    const text = handle.control.value.trim()
    fill(recognized)
    if (text === '' || !namesPlatform(text) || isSurelyKey(text)) return showVariants(chosen.variants)
    const data = await recognize(text).catch(() => undefined)
    if (data === undefined || handle.control.value.trim() !== text) return
    const certain = certainMatch(data, chosen.id)
    if (certain !== undefined) use(certain)
    const choose = (/** @type {import('./playground-recognized.js').Match} */ match) => {
      use(match)
      fill(recognized, ...recognizedHelp(data, match, choose))
    }
    fill(recognized, ...recognizedHelp(data, certain, choose))
  }
  handle.control.addEventListener('change', recognizeHandle)
  handle.control.addEventListener('paste', () => setTimeout(recognizeHandle))
  /** @type {Partial<Record<Endpoint, string>>} */
  const typedUrls = {}
  const showEndpoint = (/** @type {Endpoint} */ next) => {
    if (!isScan(endpoint)) typedUrls[endpoint] = url.control.value
    endpoint = next
    for (const [name, each] of Object.entries(fields)) {
      each.element.hidden = !ENDPOINTS[next].fields.includes(/** @type {FieldName} */ (name))
      each.setError(undefined)
    }
    if (!isScan(next)) url.control.value = typedUrls[next] ?? urls[next] ?? ''
  }

  showPlatform()
  handle.control.value = values.handle ?? (chosen.id === 'sandbox' ? (chosen.handles[0] ?? '') : '')
  if (values.variant !== undefined && chosen.variants.some(({ id }) => id === values.variant)) {
    variants.value = values.variant
  }

  const element = form({
    fields: [first, ...Object.values(fields)],
    submit: 'Run',
    async onSubmit() {
      // A pasted key would reach the platform and the audit trail.
      for (const each of [handle, url]) if (!each.element.hidden) readForUrl(each)
      await onRun()
    },
  })
  element.classList.add('builder')
  element.addEventListener('input', () => onChange(false))
  element.addEventListener('change', () => onChange(true))
  const run = /** @type {HTMLButtonElement} */ (element.querySelector('button[type=submit]'))
  if (canRun) {
    run.setAttribute('aria-keyshortcuts', 'Control+Enter Meta+Enter')
    run.after(h('span', { class: 'quiet shortcut' }, h('kbd', {}, 'Ctrl'), ' ', h('kbd', {}, 'Enter')))
  } else run.remove()

  /** @param {FieldName} name */
  const valueIn = (name) => {
    if (name === 'platform') return platform.value()
    return name === 'withBody' ? box.checked : read(fields[name])
  }
  return {
    element,
    showEndpoint(/** @type {Endpoint} */ next, /** @type {string | undefined} */ firstUrl) {
      if (firstUrl !== undefined) typedUrls[next] = firstUrl
      showEndpoint(next)
    },
    /** The body of the chosen request. @returns {RequestBody} */
    body: () => Object.fromEntries(ENDPOINTS[endpoint].fields.map((name) => [name, valueIn(name)])),
    setCursor(/** @type {string} */ next) {
      cursor.control.value = next
    },
    /** Shows the errors of single fields that a response reported. */
    showDetails(/** @type {readonly { field: string, message: string }[]} */ details) {
      for (const { field: name, message } of details) {
        if (Object.hasOwn(fields, name)) fields[/** @type {FieldName} */ (name)].setError(toSentence(message))
      }
    },
  }
}

/** @param {string} text @param {...string} words */
const matches = (text, ...words) => words.some((word) => word.toLowerCase().includes(text.toLowerCase()))

/**
 * @param {string} name
 * @param {string} label
 * @param {import('../parts/element.js').Attributes} attributes
 * @param {string} [hint]
 */
const input = (name, label, attributes, hint) => {
  const control = h('input', attributes)
  return { ...field({ name, label, control, ...(hint !== undefined && { hint }) }), control }
}
