// The page before the platform: who asks, what for, what is kept, and how to take it back.

import { html, type Markup } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'
import { renderPage } from './layout.ts'
import { isolated, readable } from './person-text.ts'

export type StartPage = {
  readonly brand: Brand
  /** As people know it. */
  readonly platform: string
  /** Of a federated platform. */
  readonly host: string | null
  /** The name of the account that is expected. */
  readonly account: string | undefined
  /** The license's name. */
  readonly licensee: string | null
  readonly site: string | null
  /** Whether the site uses the license. Any other one is only what a client says of itself. */
  readonly isSiteKnown: boolean
  readonly allows: readonly string[]
  /** Posts that are not public are asked for, too. */
  readonly asksPrivate: boolean
  /** What the platform's page says beyond that, one sentence. */
  readonly privateNote: string | undefined
  readonly isReconnect: boolean
  /** The permissions with their uses, for the reviewers of the platform. */
  readonly review: readonly (readonly [scope: string, use: string])[]
  readonly secret: string
}

/** A site that uses the license first: people know it. Any other one stands behind the name that the operator gave. */
const askerOf = ({ licensee, site, isSiteKnown, brand }: StartPage): Markup => {
  if (site === null || site === licensee) return html`<strong>${isolated(licensee ?? brand.name)}</strong>`
  if (isSiteKnown) return html`<strong>${isolated(site)}</strong>${licensee !== null && html` (${isolated(licensee)})`}`
  return licensee === null
    ? html`A website that calls itself ${isolated(site)}`
    : html`<strong>${isolated(licensee)}</strong> (for a website that it calls ${isolated(site)})`
}

const asker = (page: StartPage): Markup => html`${askerOf(page)} uses ${page.brand.name} to show posts on a website.`

const reviewOf = ({ review, platform }: StartPage): Markup | false =>
  review.length > 0 &&
  html`<section class="review">
  <h2>For the reviewers of ${platform}</h2>
  <p>This application is under review. It requests these permissions, and no others:</p>
  <dl>${review.map(([scope, use]) => html`<dt><code>${scope}</code></dt><dd>${use}</dd>`)}</dl>
</section>`

/** The account with its platform, as far as they are known. */
const titleOf = ({ isReconnect, account, platform, host }: StartPage): string => {
  const what = account === undefined ? platform : `${readable(account)} on ${platform}`
  const isHostNamed = host === null || account?.endsWith(`@${host}`) === true
  return `${isReconnect ? 'Reconnect' : 'Connect'} ${what}${isHostNamed ? '' : ` at ${host}`}`
}

export const startPage = (page: StartPage): string => {
  const { brand, platform, host, allows, asksPrivate, privateNote, secret } = page
  const where = host ?? platform
  const title = titleOf(page)
  return renderPage(brand, {
    title,
    root: '../',
    main: html`
<h1>${title}</h1>
<p>${asker(page)}</p>
<h2>You allow ${brand.name} to</h2>
<ul class="allows">${allows.map((each) => html`<li>${each}</li>`)}${asksPrivate && html`<li>Read posts that are not public, and show them on the website</li>`}</ul>
${reviewOf(page)}
<p>Nothing is posted, changed or deleted at ${where}.${asksPrivate && privateNote !== undefined && ` ${privateNote}`}</p>
<section class="kept">
  <h2>What is kept, and how to take it back</h2>
  <p>${brand.name} keeps the name of your account, its posts while they are shown, and an encrypted access token. It never sees your password.</p>
  <p>You can disconnect at any time where you started, or in the settings of your account at ${where}. The token and the posts are then deleted.</p>
</section>
<form method="post" action="start">
  <input type="hidden" name="t" value="${secret}">
  <button type="submit">Continue to ${where}</button>
  <button type="submit" class="cancel" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
