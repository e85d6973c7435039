// The sign-in page. It checks the token before it opens the console, and explains how to enable a disabled console.

import { h } from '../parts/element.js'
import { field, form } from '../parts/form.js'
import { createApi, invalidField, RequestError } from './api.js'

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
    hint: 'Your operator token, or the service’s ADMIN_TOKEN. It stays in this tab. Closing the tab signs you out.',
    control,
  })
  const onSubmit = async () => {
    const text = control.value.trim()
    if (text === '') throw invalidField('token', 'Enter a token.')
    try {
      await createApi(text).get('/me')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code === 'token_invalid')
        throw invalidField('token', 'This token is unknown or revoked. Enter a valid operator token or ADMIN_TOKEN.')
      if (error.code === 'not_found') throw new RequestError('disabled', DISABLED)
      throw error
    }
    onOpen(text)
  }
  const main = page(
    h(
      'div',
      { class: 'sign-in-head' },
      logo(),
      h('h1', {}, 'Sign in to Central API'),
      h('p', { class: 'quiet' }, 'Operator console'),
    ),
    message && h('p', { class: 'form-problem', role: 'alert' }, message),
    form({ fields: [token], submit: 'Sign in', onSubmit }),
  )
  queueMicrotask(() => control.focus())
  return main
}

const DISABLED = 'The admin API is disabled: the service was started without ADMIN_TOKEN'

const logo = () => h('img', { src: 'assets/icon.svg', alt: '', width: 40, height: 40 })

/** @param {...import('../parts/element.js').Child} content */
const page = (...content) =>
  h(
    'main',
    { class: 'sign-in' },
    h('div', { class: 'sign-in-card' }, ...content),
    h('p', { class: 'quiet' }, h('a', { href: '../docs' }, 'Documentation')),
  )

/** Shown if the service was started without ADMIN_TOKEN. */
export const disabledPage = () => {
  const main = page(
    h('div', { class: 'sign-in-head' }, logo(), h('h1', {}, 'The console is disabled')),
    h(
      'p',
      {},
      'The service was started without ADMIN_TOKEN. Set a token of at least 16 characters and restart the service:',
    ),
    h('pre', {}, h('code', {}, 'export ADMIN_TOKEN=$(openssl rand -base64 33)\necho "$ADMIN_TOKEN"\nnpm start')),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, 'Try again'),
    ),
  )
  main.querySelector('.sign-in-card')?.classList.add('wide')
  return main
}

/** Whether the admin API is disabled. If the service cannot be reached, the sign-in page is shown. */
export const isDisabled = async () => {
  try {
    await createApi('').get('/overview')
    return false
  } catch (error) {
    return error instanceof RequestError && error.code === 'not_found'
  }
}
