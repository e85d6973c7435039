// The keys that sign tokens. A rotation invalidates no token.

/** @import { SigningKey } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { dayAndTime } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { pageHead } from '../parts/page-head.js'
import { problemText } from '../parts/problem.js'
import { pill } from '../parts/status.js'

/** @type {import('../app/routes.js').View} */
export const signingKeys = async (visit) => {
  const { api, reload } = visit
  const mayRotate = may(visit, 'admin')
  /** @type {{ keys: SigningKey[] }} */
  const { keys } = await api.get('/signing-keys')
  const rotate = async () => {
    const isSure = await confirmed({
      title: 'Rotate the signing key?',
      text: 'A new key signs tokens from now on. Existing tokens stay valid until they expire.',
      action: 'Rotate key',
    })
    if (!isSure) return
    try {
      await api.post('/signing-keys/rotate')
      notify('Signing key rotated.')
    } catch (error) {
      notify(problemText(error))
    }
    reload()
  }
  return {
    title: 'Signing keys',
    content: [
      pageHead('Signing keys', mayRotate && h('button', { type: 'button', onclick: rotate }, 'Rotate key')),
      h(
        'p',
        { class: 'quiet' },
        'The current key signs all tokens. Other services can verify them with the public keys at ',
        h('a', { href: '../.well-known/jwks.json' }, '/.well-known/jwks.json'),
        '.',
      ),
      !mayRotate && requiresRole('Rotating the key', 'admin'),
      h('ul', { class: 'list card' }, ...keys.map(item)),
    ],
  }
}

/** @param {SigningKey} key */
const item = ({ kid, state, createdAt, verifiesUntil }) =>
  h(
    'li',
    {},
    h(
      'span',
      {},
      h('code', { class: 'breakable' }, kid),
      h('span', { class: 'quiet' }, ` created ${dayAndTime(createdAt)}`),
    ),
    state === 'signs' && pill('current', 'good'),
    state === 'verifies' && verifiesUntil !== null && pill(`verifies until ${dayAndTime(verifiesUntil)}`, 'plain'),
    state === 'over' && pill('retired', 'plain'),
  )
