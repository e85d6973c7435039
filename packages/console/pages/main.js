// The operator's pages: the door, and behind it the shell. Nothing is loaded from anywhere but this service.

import { createApi } from './app/api.js'
import { session } from './app/session.js'
import { createShell } from './app/shell.js'
import { closedDoor, isClosed, signIn } from './app/sign-in.js'
import { noticeRegion } from './parts/notice.js'

const stage = document.createElement('div')
document.body.append(stage, noticeRegion)

/** @type {ReturnType<typeof createShell> | undefined} */
let shell

/** @param {string} [message] */
const leave = (message) => {
  session.close()
  shell?.stop()
  shell = undefined
  document.title = 'Sign in – Central API'
  stage.replaceChildren(signIn({ message, onOpen: enter }))
}

/** @param {string} token */
const enter = (token) => {
  session.open(token)
  const api = createApi(token, () => {
    // What was asked before somebody signed out says nothing of who is signed in now.
    if (shell === opened) leave('The token is not accepted any more. Sign in with the current one.')
  })
  const opened = createShell({ api, onLeave: () => leave() })
  shell = opened
  stage.replaceChildren(opened.element)
  opened.start()
}

if (session.token !== '') enter(session.token)
else if (await isClosed()) stage.replaceChildren(closedDoor())
else leave()
