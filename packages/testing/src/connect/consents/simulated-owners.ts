// Platform → its simulated provider, what the owner of an account can choose there, and how what a connection reads is
// answered. A platform's own simulator answers reads in the name of an application of it, unless `own` does.

import type { IncomingHttpHeaders } from 'node:http'
import { KEYS as FLICKR_KEYS } from '../../platforms/flickr/simulator.ts'
import { TOKENS as GITHUB_TOKENS } from '../../platforms/github/simulator.ts'
import { TOKENS as LINKEDIN_TOKENS } from '../../platforms/linkedin/simulator.ts'
import { graphFault } from '../../platforms/meta/simulated-graph.ts'
import { TOKENS as PINTEREST_TOKENS } from '../../platforms/pinterest/simulator.ts'
import { APPLICATIONS as REDDIT_APPLICATIONS } from '../../platforms/reddit/simulator.ts'
import { TOKENS as TIKTOK_TOKENS } from '../../platforms/tiktok/simulator.ts'
import { KEYS as TUMBLR_KEYS } from '../../platforms/tumblr/simulator.ts'
import { APPLICATIONS as TWITCH_APPLICATIONS } from '../../platforms/twitch/simulator.ts'
import { TOKENS as VIMEO_TOKENS } from '../../platforms/vimeo/simulator.ts'
import { TOKENS as X_TOKENS } from '../../platforms/x/simulator.ts'
import { type OwnPlatform, simulateAccounts } from '../simulated-accounts.ts'
import { simulateChannel } from '../simulated-channel.ts'
import {
  type Answer,
  OPERATOR,
  type Provider,
  type SimulatedPlatform,
  simulateProvider,
} from '../simulated-providers.ts'
import type { SimulatedSignature } from '../start-own-browser.ts'
import type { ConsentPage, ConsentWay } from './consent-pages.ts'
import { simulateBluesky } from './simulated-bluesky.ts'
import { simulateInstance } from './simulated-instance.ts'
import { simulateMisskey } from './simulated-misskey.ts'

export type AskingProvider = Pick<Provider, 'page' | 'hosts' | 'respond' | 'answers' | 'remove' | 'works' | 'secrets'> &
  Partial<Pick<Provider, 'give' | 'pushed' | 'tokenOf'>> & {
    authorize(url: URL): URLSearchParams | Promise<URLSearchParams>
  }

/** What the owner chose on the provider's page. */
export type Decision = { readonly way: string; readonly accounts: readonly string[] }

export type SimulatedOwner = {
  /** As people know the platform. */
  readonly name: string
  /** `simulator`: the origin of the platform's simulator. */
  readonly provider: (simulator: string) => AskingProvider
  /** Settings of the operator's application. */
  readonly environment: Readonly<Record<string, string>>
  /** What the authorization response says when the owner declines. */
  readonly denied?: Readonly<Record<string, string>>
  /** Ways besides to allow and to deny. */
  readonly ways?: readonly ConsentWay[]
  readonly accounts?: ConsentPage['accounts']
  /** The provider's answer at an endpoint, after that decision. */
  readonly decided?: (path: string, answer: Answer, decision: Decision, provider: AskingProvider) => Answer
  /** What an application sends to the simulator in place of the connection's token. `origin`: of the simulator. */
  readonly signature?: (origin: string) => SimulatedSignature | Promise<SimulatedSignature>
  /** URLs that the simulator answers, though the provider could. */
  readonly reads?: RegExp
  /** What reads in place of the simulator. */
  readonly own?: (works: (token: string) => boolean) => (url: URL, headers: IncomingHttpHeaders) => Answer | undefined
  /** The platform's answer to a token that does not work. */
  readonly refused: Answer
}

const application = (prefix: string, names: readonly [string, string] = ['CLIENT_ID', 'CLIENT_SECRET']) => ({
  [`${prefix}_${names[0]}`]: OPERATOR.clientId,
  [`${prefix}_${names[1]}`]: OPERATOR.clientSecret,
})

const bearer = (token: string, scheme = 'Bearer') => ({ headers: { authorization: `${scheme} ${token}` } })

/** A token of an application of the simulator. */
const applicationToken = async (url: string, host: string, form: object, headers: object = {}): Promise<string> => {
  const body = new URLSearchParams({ ...form, grant_type: 'client_credentials' })
  const response = await fetch(url, { method: 'POST', body, headers: { ...headers, 'x-forwarded-host': host } })
  return ((await response.json()) as { readonly access_token: string }).access_token
}

const provider = (platform: SimulatedPlatform) => () => simulateProvider(platform)

const META_REFUSED: Answer = {
  ...{ status: 400 },
  body: graphFault(190, 'Error validating access token: The user has not authorized application', { subcode: 458 })
    .body,
}

const ofMeta = (platform: OwnPlatform) => ({
  provider: provider(platform),
  denied: { error: 'access_denied', error_reason: 'user_denied', error_description: 'The user denied your request' },
  own: (works: (token: string) => boolean) => simulateAccounts(platform, works).respond,
  refused: META_REFUSED,
})

const PAGES = [
  { id: '1000000101', name: 'First page' },
  { id: '1000000102', name: 'Second page' },
  { id: '1000000103', name: 'Third page' },
] as const

type ListedPage = { readonly id: string; readonly name: string; readonly access_token?: string }

/** Pages that the owner did not tick are listed without a token. Real numbers are longer than those of the tests. */
const tickedPages = ({ status, body }: Answer, { accounts }: Decision, { give }: AskingProvider): Answer => {
  const { data, ...rest } = body as { readonly data: readonly ListedPage[] }
  const shown = data.map(({ access_token: token = give?.('page'), ...page }) => {
    const { id, name } = PAGES.find((each) => each.id.endsWith(page.id)) ?? page
    return { ...page, id, name, ...(accounts.includes(id) && { access_token: token }) }
  })
  return { status, body: { ...rest, data: shown } }
}

/** Reads of a Page have the name that its owner ticked. */
const readPages = (works: (token: string) => boolean) => {
  const { respond } = simulateAccounts('facebook', works)
  return (url: URL): Answer | undefined => {
    const answer = respond(url)
    const page = PAGES.find(({ id }) => url.pathname.endsWith(`/${id}`))
    return answer?.status === 200 && page !== undefined
      ? { ...answer, body: { ...(answer.body as object), name: page.name } }
      : answer
  }
}

const TIKTOK_SCOPES = 'user.info.basic,user.info.profile,user.info.stats,video.list'

export const SIMULATED_OWNERS: Readonly<Record<string, SimulatedOwner>> = {
  bluesky: {
    name: 'Bluesky',
    provider: simulateBluesky,
    environment: {},
    refused: { status: 401, body: { error: 'InvalidToken' } },
  },
  facebook: {
    ...ofMeta('facebook'),
    own: readPages,
    name: 'Facebook',
    environment: { ...application('FACEBOOK'), FACEBOOK_LOGIN_CONFIG_ID: 'config-1' },
    accounts: PAGES,
    decided: (path, answer, decision, asking) =>
      path.endsWith('/me/accounts') ? tickedPages(answer, decision, asking) : answer,
  },
  flickr: {
    name: 'Flickr',
    provider: provider('flickr'),
    environment: application('FLICKR'),
    // Without a verifier nobody has agreed.
    denied: {},
    signature: () => ({ query: { api_key: FLICKR_KEYS[0], auth_token: 'signed in' } }),
    refused: { status: 200, body: { stat: 'fail', code: 98, message: 'Invalid auth token' } },
  },
  github: {
    name: 'GitHub',
    provider: provider('github'),
    environment: application('GITHUB'),
    signature: () => ({
      headers: { authorization: `Bearer ${GITHUB_TOKENS[0]}`, 'x-github-api-version': '2022-11-28' },
    }),
    refused: {
      status: 401,
      body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
    },
  },
  instagram: { ...ofMeta('instagram'), name: 'Instagram', environment: application('INSTAGRAM') },
  linkedin: {
    name: 'LinkedIn',
    provider: provider('linkedin'),
    environment: application('LINKEDIN'),
    denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    signature: () => bearer(LINKEDIN_TOKENS[0]),
    // A single Page is read; several are chosen among.
    reads: /\/rest\/organizationsLookup\?ids=List\(\d+\)/,
    refused: { status: 401, body: { status: 401, code: 'REVOKED_ACCESS_TOKEN', serviceErrorCode: 65_601 } },
  },
  mastodon: {
    name: 'Mastodon',
    provider: simulateInstance,
    environment: {},
    signature: () => ({}),
    refused: { status: 401, body: { error: 'The access token was revoked' } },
  },
  misskey: {
    name: 'Misskey',
    provider: simulateMisskey,
    environment: {},
    refused: { status: 401, body: { error: { code: 'AUTHENTICATION_FAILED', message: 'Authentication failed.' } } },
  },
  pinterest: {
    name: 'Pinterest',
    provider: provider('pinterest'),
    environment: application('PINTEREST'),
    signature: () => bearer(PINTEREST_TOKENS[0]),
    reads: /\/v5\/user_account/,
    refused: { status: 401, body: { code: 2, message: 'Authentication failed.' } },
  },
  reddit: {
    name: 'Reddit',
    provider: provider('reddit'),
    environment: application('REDDIT_LOGIN'),
    async signature(origin) {
      const { ids, secrets, agent } = REDDIT_APPLICATIONS
      const basic = `Basic ${Buffer.from(`${ids[0]}:${secrets[0]}`).toString('base64')}`
      const own = { 'user-agent': agent, authorization: basic }
      return bearer(await applicationToken(`${origin}/api/v1/access_token`, 'www.reddit.com', {}, own))
    },
    refused: { status: 401, body: { message: 'Unauthorized', error: 401 } },
  },
  threads: { ...ofMeta('threads'), name: 'Threads', environment: application('THREADS') },
  tiktok: {
    name: 'TikTok',
    provider: provider('tiktok'),
    environment: application('TIKTOK_LOGIN', ['CLIENT_KEY', 'CLIENT_SECRET']),
    ways: [{ name: 'part', label: 'Allow a part: the profile only' }],
    decided(path, answer, { way }) {
      if (path !== '/v2/oauth/token/') return answer
      const scope = way === 'part' ? TIKTOK_SCOPES.replace(',video.list', '') : TIKTOK_SCOPES
      return { ...answer, body: { ...(answer.body as object), scope } }
    },
    signature: () => bearer(TIKTOK_TOKENS[0]),
    reads: /\/v2\/user\/info\//,
    refused: { status: 401, body: { data: {}, error: { code: 'access_token_invalid', message: '', log_id: '2026' } } },
  },
  tumblr: {
    name: 'Tumblr',
    provider: provider('tumblr'),
    environment: application('TUMBLR'),
    signature: () => ({ query: { api_key: TUMBLR_KEYS[0] } }),
    refused: {
      status: 401,
      body: {
        meta: { status: 401, msg: 'Unauthorized' },
        errors: [{ title: 'Unauthorized', code: 1016 }],
        response: [],
      },
    },
  },
  twitch: {
    name: 'Twitch',
    provider: provider('twitch'),
    environment: application('TWITCH_LOGIN'),
    async signature(origin) {
      const [client_id, client_secret] = [TWITCH_APPLICATIONS.ids[0], TWITCH_APPLICATIONS.secrets[0]]
      const form = { client_id, client_secret }
      const token = await applicationToken(`${origin}/oauth2/token`, 'id.twitch.tv', form)
      return { headers: { authorization: `Bearer ${token}`, 'client-id': client_id } }
    },
    refused: { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
  },
  vimeo: {
    name: 'Vimeo',
    provider: provider('vimeo'),
    environment: application('VIMEO'),
    signature: () => bearer(VIMEO_TOKENS[0], 'bearer'),
    refused: {
      status: 401,
      body: { error: 'Something is wrong.', link: null, developer_message: 'The token is invalid.', error_code: 8_003 },
    },
  },
  x: {
    name: 'X',
    provider: provider('x'),
    environment: application('X'),
    signature: () => bearer(X_TOKENS[0]),
    refused: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
  },
  youtube: {
    name: 'YouTube',
    provider: provider('youtube'),
    environment: application('YOUTUBE'),
    own: (works) => simulateChannel(works).respond,
    refused: {
      status: 401,
      body: { error: { code: 401, errors: [{ reason: 'authError' }], status: 'UNAUTHENTICATED' } },
    },
  },
}
