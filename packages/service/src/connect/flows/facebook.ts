// Facebook Login for Business: one consent covers every page that the person ticks. Each page has a token of its own.

import { appSecretProof } from '../app-secret-proof.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { AppSecrets } from '../oauth/oauth-client.ts'
import { idIn, listIn, objectIn, textIn, urlIn } from './fields.ts'
import type { Ask, Connectable, ConnectFlow } from './flow.ts'
import { settleByExchange } from './settle-by-exchange.ts'

const GRAPH = 'https://graph.facebook.com/v26.0'
/** More pages than one person can choose among. */
const MOST_PAGES = 200

type Body = Readonly<Record<string, unknown>>

const pictureOf = (page: Body): string | null => {
  try {
    return urlIn(objectIn(objectIn(page, 'picture'), 'data'), 'url')
  } catch (error) {
    if (error instanceof ConnectFault) return null
    throw error
  }
}

/** A page without a token is one that the person did not tick. */
const toConnectable = (page: Body): readonly Connectable[] => {
  const { access_token: accessToken } = page
  if (typeof accessToken !== 'string' || accessToken === '') return []
  const id = idIn(page, 'id')
  return [
    {
      id,
      handle: textIn(page, 'username')?.toLowerCase() ?? id,
      displayName: textIn(page, 'name'),
      url: `https://www.facebook.com/${id}`,
      avatarUrl: pictureOf(page),
      // The token of a page does not end while the person's consent lasts.
      token: { accessToken },
    },
  ]
}

/** The cursor to the next page of the list, or nothing at its end. */
const nextOf = (body: Body): string | undefined => {
  const paging = body.paging as { readonly next?: unknown; readonly cursors?: { readonly after?: unknown } } | undefined
  const after = paging?.cursors?.after
  return typeof paging?.next === 'string' && typeof after === 'string' && after !== '' ? after : undefined
}

const exchange = settleByExchange(`${GRAPH}/oauth/access_token`, 'fb_exchange_token')

const signed = (accessToken: string, { clientSecret }: AppSecrets): Readonly<Record<string, string>> => ({
  access_token: accessToken,
  ...(clientSecret !== undefined && { appsecret_proof: appSecretProof(clientSecret, accessToken) }),
})

const readPages = async (accessToken: string, ask: Ask, app: AppSecrets): Promise<readonly Connectable[]> => {
  const pages: Connectable[] = []
  for (let after: string | undefined; pages.length < MOST_PAGES; ) {
    const query = {
      ...{ fields: 'id,name,username,access_token,picture{url}', limit: '100' },
      ...signed(accessToken, app),
    }
    const body = await ask({ url: `${GRAPH}/me/accounts`, query: { ...query, ...(after !== undefined && { after }) } })
    pages.push(...listIn(body, 'data').flatMap(toConnectable))
    const next = nextOf(body)
    if (next === undefined || next === after) break
    after = next
  }
  return pages.slice(0, MOST_PAGES)
}

export const facebookFlow: ConnectFlow = {
  dialect: DIALECTS.facebook,
  name: 'Facebook',
  noAccount: 'Facebook lets others read Pages only, and you manage none that you allowed.',
  allows: ['See the list of your pages', 'Read the posts of the pages that you choose'],
  uses: {
    pages_show_list: 'You choose which of your Pages the website shows.',
    pages_read_engagement: 'The website shows the posts, the name, the image and the number of followers of the Page.',
  },
  scopes: {
    least: ['pages_show_list', 'pages_read_engagement'],
    asked: ['pages_show_list', 'pages_read_engagement'],
  },
  async settle(short, ask, app) {
    const token = await exchange(short, ask, app)
    // The token response does not name the person, whom callbacks of Facebook name by this id.
    const person = await ask({ url: `${GRAPH}/me`, query: { fields: 'id', ...signed(token.accessToken, app) } })
    return { ...token, subject: idIn(person, 'id') }
  },
  accounts: ({ accessToken }, ask, _base, app) => readPages(accessToken, ask, app),
}
