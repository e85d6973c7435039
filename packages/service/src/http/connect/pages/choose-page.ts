// The page where a person chooses among the accounts of a consent. None is selected beforehand.

import type { Connectable } from '../../../connect/flows/flow.ts'
import { html, type Markup } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'
import { renderPage } from './layout.ts'

export type ChoosePage = {
  readonly brand: Brand
  readonly platform: string
  readonly accounts: readonly Connectable[]
  /** The platform's ids of accounts that the license has connected already. */
  readonly connected: ReadonlySet<string>
  readonly ticketId: string
  /** Only one of them can be connected at once. */
  readonly choosesOne: boolean
  /** The last choice was empty. */
  readonly isEmpty: boolean
}

const CHARACTERS = new Intl.Segmenter('en')

/** The first character, as people see it. */
const initialOf = ({ displayName, handle }: Connectable): string => {
  const [first] = CHARACTERS.segment(displayName ?? handle)
  return first?.segment.toUpperCase() ?? ''
}

const row = (account: Connectable, isConnected: boolean, type: 'checkbox' | 'radio'): Markup => html`
<li><label>
  <input type="${type}" name="account" value="${account.id}">
  <span class="initial" aria-hidden="true">${initialOf(account)}</span>
  <span class="name"><strong>${account.displayName ?? account.handle}</strong><span>${account.handle}${isConnected && html` <span class="badge">Connected</span>`}</span></span>
</label></li>`

export const choosePage = (page: ChoosePage): string => {
  const { brand, platform, accounts, connected, choosesOne, ticketId, isEmpty } = page
  const type = choosesOne ? 'radio' : 'checkbox'
  const request = choosesOne
    ? `Choose the one whose posts ${brand.name} may show. To connect another one, start again afterward.`
    : `Choose those whose posts ${brand.name} may show.`
  return renderPage(brand, {
    title: `Choose ${platform} accounts`,
    root: '../',
    main: html`
<h1>${choosesOne ? 'Choose an account' : 'Choose accounts'}</h1>
<p>Your consent covers ${accounts.length} accounts at ${platform}. ${request}</p>
${isEmpty && html`<p class="notice" role="alert">${choosesOne ? 'Choose an account.' : 'Choose at least one account.'}</p>`}
<form method="post" action="choose">
  <input type="hidden" name="ticket" value="${ticketId}">
  <fieldset>
    <legend>Accounts</legend>
    <ul class="accounts">${accounts.map((account) => row(account, connected.has(account.id), type))}
    </ul>
  </fieldset>
  <button type="submit">Connect</button>
  <button type="submit" class="cancel" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
