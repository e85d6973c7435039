// The door: asks for the token, tries it, and says what to do where the service has none.

import { h } from '../parts/element.js'
import { field, form } from '../parts/form.js'
import { createApi, Refusal, wrong } from './api.js'

/**
 * @param {{ message: string | undefined, onOpen: (token: string) => void }} options
 */
export const signIn = ({ message, onOpen }) => {
  const control = h('input', {
    type: 'password',
    autocomplete: 'current-password',
    spellcheck: 'false',
    required: true,
  })
  const token = field({
    name: 'token',
    label: 'Token',
    hint: 'Your operator’s token, or the ADMIN_TOKEN of the service. It stays in this tab; closing it signs you out.',
    control,
  })
  const onSubmit = async () => {
    const text = control.value.trim()
    if (text === '') throw wrong('token', 'Paste the token here.')
    try {
      await createApi(text).get('/me')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'token_invalid') throw wrong('token', 'This is no operator’s token, or one that was revoked.')
      if (error.code === 'not_found') throw new Refusal('closed', CLOSED)
      throw error
    }
    onOpen(text)
  }
  const main = h(
    'main',
    { class: 'door' },
    h('img', { src: 'icon.svg', alt: '', width: 48, height: 48 }),
    h('h1', {}, 'Central API'),
    h('p', { class: 'quiet' }, 'The operator’s pages'),
    message && h('p', { class: 'form-problem', role: 'alert' }, message),
    form({ fields: [token], submit: 'Sign in', onSubmit }),
  )
  queueMicrotask(() => control.focus())
  return main
}

const CLOSED = 'The operator’s API is closed: the service was started without ADMIN_TOKEN'

/** What is shown where the service has no token at all. */
export const closedDoor = () =>
  h(
    'main',
    { class: 'door' },
    h('img', { src: 'icon.svg', alt: '', width: 48, height: 48 }),
    h('h1', {}, 'Central API'),
    h(
      'div',
      { class: 'empty' },
      h('h2', {}, 'These pages are closed'),
      h(
        'p',
        {},
        'The service was started without ADMIN_TOKEN. Set one, at least 16 characters long, and start the service again:',
      ),
      h('pre', {}, h('code', {}, 'export ADMIN_TOKEN=$(openssl rand -base64 33)\necho "$ADMIN_TOKEN"\nnpm start')),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, 'Try again'),
      ),
    ),
  )

/** Whether the service has a token. Where it cannot be asked, the door is shown all the same. */
export const isClosed = async () => {
  try {
    await createApi('').get('/overview')
    return false
  } catch (error) {
    return error instanceof Refusal && error.code === 'not_found'
  }
}
