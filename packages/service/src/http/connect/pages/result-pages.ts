// The pages at the end of a consent, for clients that named no page to return to, and for links that do not work any
// more.

import type { ConnectFaultCode } from '../../../connect/oauth/connect-fault.ts'
import { html } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'
import { renderPage } from './layout.ts'
import { isolated } from './person-text.ts'

/** What happened, and what to do. */
const ADVICE: Readonly<Record<ConnectFaultCode, readonly [title: string, text: string]>> = {
  connection_denied: ['Nothing was connected', 'You declined. Go back to where you started to connect later.'],
  connection_incomplete: [
    'A permission is missing',
    'Reading posts needs every permission of the list. Go back, connect again, and leave all of them ticked.',
  ],
  connection_expired: [
    'This sign-in is not valid any more',
    'It took too long, was started again, or the platform did not accept it. Go back to where you started, and connect again.',
  ],
  connection_limit_reached: [
    'The license has no free place',
    'Disconnect an account that is not needed any more, and connect again.',
  ],
  connection_other_account: [
    'This is another account',
    'Sign in at the platform with the account that was connected before, and connect again.',
  ],
  connection_other_site: [
    'This account is connected for another site',
    'Only that site may use it. Disconnect it there first, and connect again.',
  ],
  connection_unknown: [
    'The connection to renew does not exist any more',
    'It was disconnected meanwhile. Go back to where you started, and connect the account as a new one.',
  ],
  host_not_found: ['The server was not found', 'Check the spelling of its name, and connect again.'],
  profile_unsupported: ['No account can be read', 'Sign in at the platform with another account, and connect again.'],
  platform_unauthorized: [
    'The platform refused the connection',
    'The application of this service is not accepted there. Please tell whoever runs the service.',
  ],
  platform_rate_limited: ['The platform is busy', 'Wait some minutes, and connect again.'],
  platform_error: ['The platform did not work', 'Wait some minutes, and connect again.'],
  platform_timeout: ['The platform did not respond', 'Wait some minutes, and connect again.'],
  connection_refused: ['The license is not active', 'Please tell the owner of the website.'],
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

const resultPage = (brand: Brand, root: string, title: string, text: string): string =>
  renderPage(brand, { title, root, main: html`<h1>${title}</h1>\n<p>${text}</p>` })

/** `root`: the way from the page to `/connect/`. `leftOut`: those that could not be. Both are names
 * of accounts. */
export const connectedPage = (
  brand: Brand,
  root: string,
  { names, leftOut }: { readonly names: readonly string[]; readonly leftOut: readonly string[] },
): string =>
  renderPage(brand, {
    title: 'Connected',
    root,
    main: html`<h1>Connected</h1>
${names.length > 0 && html`<ul class="allows">${names.map((name) => html`<li>${isolated(name)}</li>`)}</ul>`}
${leftOut.length > 0 && html`<p class="notice">Not connected: ${leftOut.map((name, at) => html`${at > 0 && ', '}${isolated(name)}`)}. The license has no free place, or the account is connected for another site of it.</p>`}
<p>You can close this page, and go back to where you started.</p>`,
  })

/** `why`: what is known beyond the code, one sentence. */
export const failedPage = (brand: Brand, root: string, code: ConnectFaultCode, why?: string): string => {
  const [title, text] = ADVICE[code]
  return resultPage(brand, root, title, why === undefined ? text : `${why} ${text}`)
}

/** Says nothing of the request. */
export const lapsedPage = (brand: Brand, root: string): string =>
  resultPage(
    brand,
    root,
    'This link does not work',
    'It is incomplete, or has expired: a link works once, for ten minutes, and in one browser. Go back to where you started, and connect again.',
  )

/** Says nothing of the request but that it succeeded. */
export const usedPage = (brand: Brand, root: string): string =>
  resultPage(
    brand,
    root,
    'The account is connected already',
    'This link has done its work. You can close this page, and go back to where you started.',
  )

/** For a person whom the service does not know. `at`: milliseconds since the epoch. */
export const deletedPage = (brand: Brand, root: string, platform: string, at: number): string =>
  resultPage(
    brand,
    root,
    'Your request is done',
    `You asked ${platform} to have your data deleted. On ${DAY.format(at)}, whatever the service had of you from there was deleted: connected accounts, their tokens, and everything that was read through them.`,
  )

export const unknownDeletionPage = (brand: Brand, root: string): string =>
  resultPage(
    brand,
    root,
    'There is no such request',
    'Check the code: it is the one that the platform showed you when you asked to have your data deleted.',
  )

export const busyPage = (brand: Brand, root: string): string =>
  resultPage(brand, root, 'The service is busy', 'Nothing was connected. Wait a minute, and connect again.')
