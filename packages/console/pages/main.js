// Entry point of the operator console: the sign-in page, then the shell. The console loads nothing from other origins.

import { createApi } from './app/api.js'
import { session } from './app/session.js'
import { createShell } from './app/shell.js'
import { disabledPage, isDisabled, signIn } from './app/sign-in.js'
import { noticeRegion } from './parts/notice.js'

const root = document.createElement('div')
document.body.append(root, noticeRegion)

/** @type {ReturnType<typeof createShell> | undefined} */
let shell

/** @param {string} [message] */
const showSignIn = (message) => {
  session.close()
  shell?.stop()
  shell = undefined
  document.title = 'Sign in – Central API'
  root.replaceChildren(signIn({ message, onOpen: openConsole }))
}

/** @param {string} token */
const openConsole = (token) => {
  session.open(token)
  const api = createApi(token, () => {
    // A late response to a request of an earlier session must not end the current one.
    if (shell === newShell) showSignIn('Your token is no longer valid. Sign in with a current one.')
  })
  const newShell = createShell({ api, onSignOut: () => showSignIn() })
  shell = newShell
  root.replaceChildren(newShell.element)
  newShell.start()
}

if (session.token !== '') openConsole(session.token)
else if (await isDisabled()) root.replaceChildren(disabledPage())
else showSignIn()
