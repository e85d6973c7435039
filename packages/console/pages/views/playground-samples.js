// The request as curl, JavaScript and PHP. The documentation's own generator writes it, which the service serves as a module.

import { copyButton } from '../parts/copy-button.js'
import { fill, h } from '../parts/element.js'
import { tabList } from '../parts/tabs.js'

/** The paths under which the service serves the modules, which differ from their paths in the repository. */
const WRITERS = '../shared/call-samples.ts'
const TOKENS = '../shared/code-tokens.ts'

const API = new URL('../api/v1', document.baseURI).href

/** @typedef {{ endpoint: string, body: Record<string, string | boolean> }} Sampled */

/**
 * @param {{ language: string, onLanguage: (language: string) => void }} options
 */
export const requestSamples = async ({ language, onLanguage }) => {
  /** @type {[typeof import('../../../service/src/http/docs/call-samples.ts'), typeof import('../../../service/src/http/docs/code-tokens.ts')]} */
  const [{ inCurl, inJavascript, inPhp }, { tokensOf }] = await Promise.all([import(WRITERS), import(TOKENS)])
  /** How each language is written and colored, and how its sample names the token. */
  const languages = [
    { id: 'curl', label: 'curl', colors: 'sh', write: inCurl, token: '$TOKEN' },
    { id: 'javascript', label: 'JavaScript', colors: 'js', write: inJavascript, token: 'token' },
    { id: 'php', label: 'PHP', colors: 'php', write: inPhp, token: '$token' },
  ]
  let chosen = languages.find(({ id }) => id === language) ?? /** @type {(typeof languages)[number]} */ (languages[0])
  /** @type {Sampled | undefined} */
  let sampled
  let isTokenShown = false
  const keepToggle = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLDetailsElement && target.isConnected) isTokenShown = target.open
  }

  const panel = h('div', { class: 'stack' })
  const show = () => {
    if (sampled === undefined) return
    const { endpoint, body } = sampled
    const write = (/** @type {string} */ path, /** @type {unknown} */ content, /** @type {boolean} */ needsToken) =>
      chosen.write({ method: 'POST', url: `${API}/${path}`, headers: {}, body: content, needsToken })
    const block = (/** @type {string} */ code) => {
      const tokens = tokensOf(code, chosen.colors)
      const shown = h(
        'code',
        {},
        ...tokens.map(({ kind, text }) => (kind === '' ? text : h('span', { class: `t-${kind}` }, text))),
      )
      return h(
        'div',
        { class: 'code-sample' },
        h('pre', { tabindex: 0 }, shown),
        copyButton({ label: 'Copy', text: code, shown }),
      )
    }
    fill(
      panel,
      block(write(endpoint, withoutDefaults(body), true)),
      h(
        'p',
        { class: 'quiet' },
        'It runs unchanged if ',
        h('code', {}, chosen.token),
        ' contains a token of the license.',
      ),
      h(
        'details',
        { open: isTokenShown, ontoggle: keepToggle },
        h('summary', {}, 'Get a token'),
        h('p', { class: 'quiet' }, 'Replace the license key. A token is valid for one hour.'),
        block(write('auth/token', { licenseKey: 'ck_live_…' }, false)),
      ),
    )
  }
  const { list } = tabList({
    label: 'Language',
    class: 'segments',
    tabs: languages.map(({ id, label }) => ({ id, label, panel })),
    selected: chosen.id,
    onSelect(id) {
      chosen = languages.find((each) => each.id === id) ?? chosen
      show()
      onLanguage(id)
    },
  })
  return {
    element: h('div', { class: 'stack' }, list, panel),
    /** @param {Sampled} next */
    update(next) {
      sampled = next
      show()
    },
  }
}

/** Without the fields that have their default values, as a person would write the request. @param {Sampled['body']} body */
const withoutDefaults = ({ variant, withBody, cursor, ...body }) => ({
  ...body,
  ...(variant !== undefined && variant !== 'posts' && { variant }),
  ...(withBody === false && { withBody }),
  ...(cursor !== undefined && cursor !== '' && { cursor }),
})
