// The page where a person chooses among the accounts of a consent. None is selected beforehand.

import type { Connectable } from '../../../connect/flows/flow.ts'
import { html, type Markup } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'
import { renderPage } from './layout.ts'
import { isolated } from './person-text.ts'

export type ChoosePage = {
  readonly brand: Brand
  readonly platform: string
  readonly accounts: readonly Connectable[]
  /** The platform's ids of accounts that the license has connected already. */
  readonly connected: ReadonlySet<string>
  readonly ticketId: string
  /** Only one of them can be connected at once. */
  readonly choosesOne: boolean
  /** How many of them that are not connected yet can be. */
  readonly places: number
  /** The last choice, if it was refused: empty, or more than there are places for. */
  readonly chosen: readonly string[] | undefined
}

const CHARACTERS = new Intl.Segmenter('en')

/** The first character, as people see it. */
const initialOf = ({ displayName, handle }: Connectable): string => {
  const [first] = CHARACTERS.segment(displayName ?? handle)
  return first?.segment.toUpperCase() ?? ''
}

const row = (account: Connectable, { connected, chosen, choosesOne }: ChoosePage): Markup => html`
<li><label>
  <input type="${choosesOne ? 'radio' : 'checkbox'}" name="account" value="${account.id}"${chosen?.includes(account.id) === true && html` checked`}>
  <span class="initial" aria-hidden="true">${initialOf(account)}</span>
  <span class="name"><strong>${isolated(account.displayName ?? account.handle)}</strong><span>${isolated(account.handle)}${connected.has(account.id) && html` <span class="badge">Connected</span>`}</span></span>
</label></li>`

/** Accounts in words. */
const count = (accounts: number, more = false): string =>
  `${accounts} ${more ? 'more ' : ''}${accounts === 1 ? 'account' : 'accounts'}`

const NO_PLACE =
  'The license has no free place for another account. Disconnect one that is not needed any more, and connect again.'

/** Whether none of the accounts can be connected. */
export const isFull = ({
  accounts,
  connected,
  places,
}: Pick<ChoosePage, 'accounts' | 'connected' | 'places'>): boolean =>
  places === 0 && !accounts.some(({ id }) => connected.has(id))

/** Silent where every account fits. */
const placesText = ({ accounts, connected, places }: ChoosePage): Markup | false => {
  if (accounts.filter(({ id }) => !connected.has(id)).length <= places) return false
  if (places === 0) return html`<p>${NO_PLACE}</p>`
  return html`<p>The license has ${places} free ${places === 1 ? 'place' : 'places'}: choose at most ${count(places, connected.size > 0)}.</p>`
}

const refusalOf = (page: ChoosePage): string | undefined => {
  const { chosen, connected, places, choosesOne } = page
  if (chosen === undefined) return undefined
  if (chosen.length === 0 && !isFull(page)) return choosesOne ? 'Choose an account.' : 'Choose at least one account.'
  const added = chosen.filter((id) => !connected.has(id)).length
  return places === 0 ? NO_PLACE : `You chose ${count(added)}, and ${places} can be connected. Choose fewer.`
}

export const choosePage = (page: ChoosePage): string => {
  const { brand, platform, accounts, choosesOne, ticketId } = page
  const refusal = refusalOf(page)
  const request = choosesOne
    ? `Choose the one whose posts ${brand.name} may show. To connect another one, start again afterward.`
    : `Choose those whose posts ${brand.name} may show.`
  return renderPage(brand, {
    title: `Choose ${platform} accounts`,
    root: '../',
    main: html`
<h1>${choosesOne ? 'Choose an account' : 'Choose accounts'}</h1>
<p>Your consent covers ${accounts.length} accounts at ${platform}. ${request}</p>
${refusal !== NO_PLACE && placesText(page)}
${refusal !== undefined && html`<p class="notice" role="alert">${refusal}</p>`}
<form method="post" action="choose">
  <input type="hidden" name="ticket" value="${ticketId}">
  <fieldset>
    <legend>Accounts</legend>
    <ul class="accounts">${accounts.map((account) => row(account, page))}
    </ul>
  </fieldset>
  <button type="submit">Connect</button>
  <button type="submit" class="cancel" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
