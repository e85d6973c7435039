// Values to try: handles and URLs of the sandbox, whose responses are made up. Other platforms list the forms of their handles, which
// name no real profile, so they are no buttons.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { h } from '../parts/element.js'

/** Each shows another state: posts, none, an error, a slow response. */
const HANDLES_TO_TRY = ['demo', 'empty', 'error.profile_not_found', 'slow.2000']

/** Pages of the sandbox, relative to its profile. */
const PAGES = { 'validate-link': '/news/1004', 'validate-post': '/@demo/1002' }

/**
 * A URL to try for each endpoint that validates one, or none if there is no sandbox.
 * @param {readonly OperatorPlatform[]} platforms
 * @returns {Readonly<Record<string, string>>}
 */
export const sandboxUrls = (platforms) => {
  const { handles = [] } = platforms.find(({ id }) => id === 'sandbox') ?? {}
  const profile = handles.find((handle) => URL.canParse(handle))
  if (profile === undefined) return {}
  return Object.fromEntries(Object.entries(PAGES).map(([endpoint, path]) => [endpoint, new URL(path, profile).href]))
}

/**
 * What stands below the handle: buttons that fill in handles to try of the sandbox, or the forms that the platform knows.
 * @param {OperatorPlatform} platform
 * @param {(handle: string) => void} onTry
 */
export const handleHelp = (platform, onTry) => {
  const { id, configured, name } = platform
  return [
    !configured &&
      h(
        'p',
        { class: 'missing' },
        `${name} is not set up, so requests fail. `,
        h('a', { href: `#/platforms/${id}` }, 'Set it up'),
      ),
    id === 'sandbox' ? handlesToTry(platform, onTry) : acceptedForms(platform),
  ]
}

/** @param {OperatorPlatform} platform @param {(handle: string) => void} onTry */
const handlesToTry = ({ handles }, onTry) =>
  h(
    'div',
    { class: 'examples' },
    h('span', { class: 'hint' }, 'Try'),
    ...HANDLES_TO_TRY.filter((handle) => handles.includes(handle)).map((handle) =>
      h('button', { type: 'button', class: 'example', onclick: () => onTry(handle) }, handle),
    ),
  )

/** @param {OperatorPlatform} platform */
const acceptedForms = ({ handles }) =>
  h(
    'details',
    { class: 'forms' },
    h('summary', {}, 'Accepted forms'),
    h('ul', { class: 'handles' }, ...handles.map((handle) => h('li', {}, h('code', {}, handle)))),
  )
