// Creates the connector with its parts. Loaded with the first consent, since most requests need none of it.

import type { Config } from '../config/read-config.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Egress } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import { requireUsable } from '../licensing/licenses/license.ts'
import type { Licenses } from '../licensing/licenses/licenses.ts'
import type { Store } from '../storage/store.ts'
import type { Registry } from '../upstream/registry.ts'
import { createApps, type OperatorApp } from './apps.ts'
import { createConnectionSeal } from './connection-seal.ts'
import { type Connector, type ConnectorOptions, createConnector } from './connector.ts'
import { FLOWS } from './flows/flows.ts'
import { MOST_CONNECTIONS } from './most-connections.ts'
import { createSaveAccounts, createSubjectHash } from './save-accounts.ts'
import { createStates } from './tickets/state.ts'
import { createTickets } from './tickets/tickets.ts'

export type ConnectOptions = {
  readonly config: Pick<Config, 'baseUrl' | 'brandName'>
  /** By platform. */
  readonly operator: Readonly<Record<string, readonly OperatorApp[]>>
  /** Where the sandbox's paths start, without a slash at its end. */
  readonly sandbox: string
  readonly store: Pick<Store, 'connections' | 'connectGrants' | 'connectApps' | 'connectTickets'>
  readonly licenses: Pick<Licenses, 'get'>
  readonly registry: Pick<Registry, 'find'>
  readonly egress: Pick<Egress, 'fetch'>
  /** Keys of 32 bytes for one purpose; the first one seals. */
  readonly keysFor: (purpose: string) => readonly Buffer[]
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onFault: ConnectorOptions['onFault']
}

export const createConnect = (options: ConnectOptions): Connector => {
  const { config, operator, sandbox, store, licenses, registry, egress, keysFor, now, randomBytes, onFault } = options
  const seal = createConnectionSeal(keysFor('connections'), randomBytes)
  const [subjectKey] = keysFor('connection subjects')
  if (subjectKey === undefined) throw new TypeError('Subjects need a key')
  const hashSubject = createSubjectHash(subjectKey)

  const requireLicense = async (licenseId: string): Promise<void> => {
    const cached = await licenses.get(licenseId)
    if (!cached) throw new ApiError('license_revoked')
    requireUsable(cached.license, now())
  }

  return createConnector({
    ...{ baseUrl: config.baseUrl, flows: FLOWS, egress, requireLicense, now, randomBytes, onFault },
    tickets: createTickets({ store: store.connectTickets, keys: keysFor('connect tickets'), now, randomBytes }),
    states: createStates(keysFor('connect states'), randomBytes),
    apps: createApps({
      ...{ operator, sandbox, now, baseUrl: config.baseUrl, clientName: config.brandName, store: store.connectApps },
      seal: (record, secret) => seal.seal(record, { secret }),
      open: (record, sealed) => seal.open(record, sealed)?.secret,
    }),
    save: createSaveAccounts({
      ...{ connections: store.connections, grants: store.connectGrants, seal, hashSubject, now, randomBytes },
      mostOf: async () => MOST_CONNECTIONS,
      canonicalize: (platform, handle) => registry.find(platform)?.canonicalize(handle) ?? handle,
    }),
    isConnected: async (platform, appId, subject) =>
      (await store.connections.ofSubject(platform, appId, hashSubject(platform, appId, subject))).length > 0,
  })
}
