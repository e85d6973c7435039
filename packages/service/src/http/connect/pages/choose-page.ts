// The page where a person chooses among the accounts of a consent. None is ticked beforehand.

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
  /** The last choice was empty. */
  readonly isEmpty: boolean
}

const CHARACTERS = new Intl.Segmenter('en')

/** The first character, as people see it. */
const initialOf = ({ displayName, handle }: Connectable): string => {
  const [first] = CHARACTERS.segment(displayName ?? handle)
  return first?.segment.toUpperCase() ?? ''
}

const row = (account: Connectable, isConnected: boolean): Markup => html`
<li><label>
  <input type="checkbox" name="account" value="${account.id}">
  <span class="initial" aria-hidden="true">${initialOf(account)}</span>
  <span class="name"><strong>${account.displayName ?? account.handle}</strong><span>${account.handle}${isConnected && html` <span class="badge">Connected</span>`}</span></span>
</label></li>`

export const choosePage = ({ brand, platform, accounts, connected, ticketId, isEmpty }: ChoosePage): string =>
  renderPage(brand, {
    title: `Choose ${platform} accounts`,
    root: '../',
    main: html`
<h1>Choose accounts</h1>
<p>Your consent covers ${accounts.length} accounts at ${platform}. Choose those whose posts ${brand.name} may show.</p>
${isEmpty && html`<p class="notice" role="alert">Choose at least one account.</p>`}
<form method="post" action="choose">
  <input type="hidden" name="ticket" value="${ticketId}">
  <fieldset>
    <legend>Accounts</legend>
    <ul class="accounts">${accounts.map((account) => row(account, connected.has(account.id)))}
    </ul>
  </fieldset>
  <button type="submit">Connect</button>
  <button type="submit" class="cancel" name="cancel" value="1">Cancel</button>
</form>`,
  })
