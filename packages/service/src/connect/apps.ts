// The applications that people consent to: the operator's own, those that licenses bring, and those that the service
// registers at hosts of federated platforms. An application's secret is never shown.

import { lookUp } from '../parsing/look-up.ts'
import type { ConnectAppRecord, ConnectAppState } from '../storage/connection-records.ts'
import { APP_PREFIX, appIdOf } from './app-id.ts'
import type { SealedIn } from './connection-seal.ts'
import { type Dialect, type Endpoints, endpointsOf } from './dialects/dialect.ts'
import { type Ask, type ConnectFlow, needsNoApp } from './flows/flow.ts'
import type { AppSecrets } from './oauth/oauth-client.ts'
import { redirectUriOf } from './redirect-uri.ts'
import type { ServiceClient } from './service-client.ts'

/** An application, and where it is registered. */
export type ReadyApp = {
  /** The client id, or the id of the record, or that of the service's key. */
  readonly id: string
  readonly secrets: AppSecrets
  readonly endpoints: Endpoints
  /** Where paths of the platform start. */
  readonly base: string
  /** Further parameters of the authorization request. An empty one replaces one of the flow by nothing. */
  readonly parameters: Readonly<Record<string, string>>
}

/** An operator's application. */
export type OperatorApp = AppSecrets & { readonly parameters?: Readonly<Record<string, string>> }

export type Apps = {
  /** Whether the license can connect accounts of the platform, with an application that it does not name. */
  has(flow: ConnectFlow, licenseId: string): Promise<boolean>
  /** Whether a new account of the license can be connected with the application of that id or client id. */
  offers(platform: string, licenseId: string, app: string): Promise<boolean>
  /** How the application stands that a consent is asked with; `live` where the platform needs none. */
  stateOf(
    flow: ConnectFlow,
    wanted: { readonly licenseId: string; readonly app: string | null },
  ): Promise<ConnectAppState>
  /** The user agent that requests to the platform need; the service's own when undefined. */
  agentOf(platform: string): string | undefined
  /** undefined if the platform has no application, or not the one with that id. Throws ConnectFault when a host cannot
   * be reached. `renews`: at the start of a flow, when a host that forgot the client may get a new one. */
  find(
    flow: ConnectFlow,
    wanted: { readonly licenseId: string; readonly host: string | null; readonly app: string | null },
    ask: Ask,
    renews: boolean,
  ): Promise<ReadyApp | undefined>
}

export type AppsOptions = {
  /** By platform, in the operator's order. */
  readonly operator: Readonly<Record<string, readonly OperatorApp[]>>
  /** In place of the service's own user agent, for platforms that require the name of the application. */
  readonly agents: Readonly<Record<string, string | undefined>>
  /** Whose applications new accounts are connected with. */
  readonly owners: 'operator' | 'license' | 'both'
  /** Where the service is reached, without a slash at its end. */
  readonly baseUrl: string
  /** Where the sandbox's paths start. */
  readonly sandbox: string
  readonly clientName: string
  /** For platforms that know clients by a URL; undefined if the service has none that they accept. */
  readonly client: ServiceClient | undefined
  readonly store: {
    list(licenseId: string | null, platform: string, host?: string): Promise<readonly ConnectAppRecord[]>
    put(record: ConnectAppRecord): Promise<boolean>
  }
  readonly seal: (record: SealedIn, secret: string) => string
  /** undefined if it was sealed under an unknown secret. */
  readonly open: (record: SealedIn, sealed: string) => string | undefined
  readonly now: () => number
}

const SANDBOX_CLIENT = 'central-api'
/** In place of the id of a key. */
const CLIENT_OF_THIS_MACHINE = 'localhost'

type Choice = Pick<ReadyApp, 'id' | 'secrets' | 'parameters'> & { readonly state: ConnectAppState }

const isNamed = ({ id, secrets }: Choice, app: string): boolean => id === app || secrets.clientId === app

export const createApps = (options: AppsOptions): Apps => {
  const { operator, agents, owners, baseUrl, sandbox, clientName, client: itself, store, now } = options

  const open = (record: ConnectAppRecord): AppSecrets | undefined => {
    const clientSecret = record.sealedSecret === null ? undefined : options.open(record, record.sealedSecret)
    return record.sealedSecret !== null && clientSecret === undefined
      ? undefined
      : { clientId: record.clientId, clientSecret }
  }

  /** `app`: the key that the consent began with, or the id of a client without keys; null: the current one. */
  const byUrl = (
    { proof }: Dialect,
    path: string,
    app: string | null,
  ): { readonly id: string; readonly secrets: AppSecrets } | undefined => {
    if (itself === undefined) return undefined
    const client = { clientId: proof === 'assertion' ? itself.id : baseUrl + path, clientSecret: undefined }
    if (proof !== 'assertion')
      return app === null || app === client.clientId ? { id: client.clientId, secrets: client } : undefined
    if (itself.keys.length === 0) return { id: CLIENT_OF_THIS_MACHINE, secrets: client }
    const key = app === null ? itself.keys[0] : itself.keys.find(({ id }) => id === app)
    return key && { id: key.id, secrets: { ...client, key } }
  }

  const atHost = async (
    flow: ConnectFlow,
    { host, app }: { readonly host: string; readonly app: string | null },
    ask: Ask,
    renews: boolean,
  ): Promise<ReadyApp | undefined> => {
    const { federated, dialect, scopes } = flow
    if (!federated) return undefined
    const endpoints = await federated.discover(host, ask)
    const redirectUri = redirectUriOf(baseUrl, flow, host)
    const ready = (id: string, secrets: AppSecrets): ReadyApp => ({
      ...{ id, secrets, endpoints },
      // A session of MiAuth knows no client, only a name.
      parameters: endpoints.protocol === 'miauth' ? { name: clientName } : {},
      base: `https://${host}`,
    })
    const { client: how } = federated
    if (how.by === 'url') {
      const found = byUrl(dialect, how.path, app)
      return found && ready(found.id, found.secrets)
    }
    // A service that moves to another URL registers anew, since hosts compare the URI.
    const id = appIdOf(redirectUri)
    const find = async () => (await store.list(null, dialect.platform, host)).find((each) => each.id === id)
    const record = await find()
    const known = record && open(record)
    if (record && known && (!renews || (await how.isKnown(endpoints, known, ask)))) return ready(record.id, known)
    if (!renews) return undefined
    const client = { name: clientName, website: baseUrl, redirectUri }
    const secrets = await how.register(host, { ...client, scopes: scopes.asked }, ask)
    const sealedSecret =
      secrets.clientSecret === undefined ? null : options.seal({ id, licenseId: null }, secrets.clientSecret)
    const state = 'live' as const
    const fresh = { id, platform: dialect.platform, host, licenseId: null, label: null, state, createdAt: now() }
    const next = { ...fresh, clientId: secrets.clientId, sealedSecret, version: record?.version ?? 0 }
    // Of two registrations at the same time, the stored one counts: its flow comes back to it.
    if (await store.put(next)) return ready(id, secrets)
    const winner = await find()
    const stored = winner && open(winner)
    return winner && stored && ready(winner.id, stored)
  }

  /** Those that a new account of the license may be connected with, the default first. */
  const choices = async (platform: string, licenseId: string): Promise<readonly Choice[]> => {
    const own = owners === 'operator' ? [] : await storedOf(platform, licenseId)
    const operators = owners === 'license' ? [] : [...ofSettings(platform), ...(await storedOf(platform, null))]
    return [...own, ...operators].filter(({ state }) => state !== 'paused')
  }

  const ofSettings = (platform: string): readonly Choice[] =>
    (operator[platform] ?? []).map(({ clientId, clientSecret, parameters = {} }) => ({
      ...{ id: clientId, secrets: { clientId, clientSecret }, parameters, state: 'live' },
    }))

  /** Of a license; null: of the operator. */
  const storedOf = async (platform: string, licenseId: string | null): Promise<readonly Choice[]> =>
    (await store.list(licenseId, platform)).flatMap((record) => {
      const { id, host, state } = record
      const secrets = host === null ? open(record) : undefined
      return secrets === undefined ? [] : [{ id, secrets, parameters: {}, state }]
    })

  /** What is under review is used only by who names it. */
  const chosenAmong = (among: readonly Choice[], app: string | null): Choice | undefined =>
    app === null ? among.find(({ state }) => state === 'live') : among.find((each) => isNamed(each, app))

  return {
    async has(flow, licenseId) {
      if (flow.federated?.client.by === 'url') return itself !== undefined
      return needsNoApp(flow) || chosenAmong(await choices(flow.dialect.platform, licenseId), null) !== undefined
    },
    offers: async (platform, licenseId, app) => (await choices(platform, licenseId)).some((each) => isNamed(each, app)),
    async stateOf(flow, { licenseId, app }) {
      if (needsNoApp(flow)) return 'live'
      return chosenAmong(await choices(flow.dialect.platform, licenseId), app)?.state ?? 'live'
    },
    agentOf: (platform) => lookUp(agents, platform),
    async find(flow, { licenseId, host, app }, ask, renews) {
      const { platform } = flow.dialect
      if (host !== null) return atHost(flow, { host, app }, ask, renews)
      if (platform === 'sandbox') {
        const secrets = { clientId: SANDBOX_CLIENT, clientSecret: undefined }
        const endpoints = endpointsOf(flow.dialect, sandbox)
        return { id: SANDBOX_CLIENT, secrets, endpoints, base: sandbox, parameters: {} }
      }
      // Whoever connected an account, it stays with its application, whatever new ones are connected with.
      const found = renews
        ? chosenAmong(await choices(platform, licenseId), app)
        : app?.startsWith(APP_PREFIX)
          ? [...(await storedOf(platform, licenseId)), ...(await storedOf(platform, null))].find(({ id }) => id === app)
          : chosenAmong(ofSettings(platform), app)
      if (found === undefined) return undefined
      const { id, secrets, parameters } = found
      return { id, secrets, parameters, base: '', endpoints: endpointsOf(flow.dialect) }
    },
  }
}
