// Creates the connector with its parts. Loaded with the first consent, since most requests need none of it.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Egress } from '../egress/egress.ts'
import { ApiError, isApiError } from '../errors.ts'
import { requireUsable } from '../licensing/licenses/license.ts'
import type { CachedLicense } from '../licensing/licenses/license-cache.ts'
import type { Licenses } from '../licensing/licenses/licenses.ts'
import type { Sites } from '../licensing/sites/sites.ts'
import type { Store } from '../storage/store.ts'
import type { Registry } from '../upstream/registry.ts'
import { createOwnerRequests, type OwnerRequests, type OwnerRequestsOptions } from './callbacks/owner-requests.ts'
import { createConnectionSeal } from './connection-seal.ts'
import type { Connections } from './connections.ts'
import { type Connector, type ConnectorOptions, createConnector } from './connector.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import type { SaveAccounts } from './granted-accounts.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'
import { createOwnApps, type OwnApps } from './own-apps.ts'
import { createSaveAccounts, createSubjectHash } from './save-accounts.ts'
import { type ClientConfig, createServiceApps, serviceClientOf } from './service-apps.ts'
import type { ServiceClient } from './service-client.ts'
import { createStates } from './tickets/state.ts'
import { createTickets } from './tickets/tickets.ts'

export type ConnectOptions = {
  readonly config: ClientConfig & AppSettings
  /** Where the sandbox's paths start, without a slash at its end. */
  readonly sandbox: string
  readonly store: Pick<Store, 'connections' | 'connectGrants' | 'connectApps' | 'connectTickets'>
  readonly connections: Pick<Connections, 'save' | 'forget'>
  readonly events: OwnerRequestsOptions['events']
  readonly licenses: Pick<Licenses, 'get'>
  readonly sites: Pick<Sites, 'admit'>
  readonly registry: Pick<Registry, 'find'>
  readonly egress: Pick<Egress, 'fetch'>
  /** Keys of 32 bytes for one purpose; the first one seals. */
  readonly keysFor: (purpose: string) => readonly Buffer[]
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly pageAt?: ConnectorOptions['pageAt']
  readonly onFault: ConnectorOptions['onFault']
  /** The operator's applications in the store have changed. */
  readonly onOperatorApps: () => Promise<void>
}

/** Consents, what owners ask afterwards, and what platforms read about the service. */
export type Connect = Connector & {
  readonly owners: OwnerRequests
  readonly ownApps: OwnApps
  readonly serviceClient: ServiceClient | undefined
}

export const createConnect = (options: ConnectOptions): Connect => {
  const {
    config,
    sandbox,
    store,
    connections,
    events,
    licenses,
    sites,
    registry,
    egress,
    keysFor,
    now,
    randomBytes,
    pageAt,
    onFault,
    onOperatorApps,
  } = options
  const seal = createConnectionSeal(keysFor('connections'), randomBytes)
  const [hashSubject, ...formerHashes] = keysFor('connection subjects').map(createSubjectHash)
  if (hashSubject === undefined) throw new TypeError('Subjects need a key')
  const hashesOf: OwnerRequestsOptions['hashesOf'] = (...subject) =>
    [hashSubject, ...formerHashes].map((hash) => hash(...subject))

  const findLicense = async (licenseId: string): Promise<CachedLicense> => {
    const cached = await licenses.get(licenseId)
    if (!cached) throw new ApiError('license_revoked')
    return cached
  }

  const requireLicense = async (licenseId: string): Promise<void> => {
    requireUsable((await findLicense(licenseId)).license, now())
  }

  const saveAccounts = createSaveAccounts({
    ...{ connections, store: store.connections, grants: store.connectGrants, seal, hashSubject, now, randomBytes },
    mostOf: async (licenseId) => (await findLicense(licenseId)).plan.connections,
    canonicalize: (platform, handle) => registry.find(platform)?.canonicalize(handle) ?? handle,
  })

  /** The site that asked takes its place of the plan now that something is connected. */
  const save: SaveAccounts = async (granted) => {
    const saved = await saveAccounts(granted)
    const { licenseId, request } = granted
    const { license, plan } = await findLicense(licenseId)
    try {
      if (request.askedBySite !== null) await sites.admit(license, plan, request.askedBySite)
    } catch (error) {
      // Another site took the last place meanwhile. The site learns it with its next request.
      if (!isApiError(error, 'site_limit_reached')) throw error
    }
    return saved
  }

  const connector = createConnector({
    ...{ baseUrl: config.baseUrl, flows: OFFERED_FLOWS, egress, requireLicense, now, randomBytes, onFault },
    tickets: createTickets({ store: store.connectTickets, keys: keysFor('connect tickets'), now, randomBytes }),
    states: createStates(keysFor('connect states'), randomBytes),
    apps: createServiceApps({ config, store, seal, sandbox, keysFor, now }),
    save,
    ...(pageAt && { pageAt }),
    async isConnected(platform, appId, subject) {
      for (const hash of hashesOf(platform, appId, subject))
        if ((await store.connections.ofSubject(platform, appId, hash)).length > 0) return true
      return false
    },
  })
  const operator = operatorAppsOf(config)
  const ownApps = createOwnApps({
    ...{ owners: config.connectApps, operator, store, seal, events, forget: connections.forget, now, onOperatorApps },
  })
  const owners = createOwnerRequests({
    own: ownApps.signers,
    ...{ operator, store: store.connections, seal, events, hashesOf, now, randomBytes },
    keys: keysFor('connection deletions'),
    forget: connections.forget,
  })
  return { ...connector, owners, ownApps, serviceClient: serviceClientOf(config, keysFor) }
}
