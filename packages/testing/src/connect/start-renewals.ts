// Replicas that renew connected accounts over one store and a simulated provider, with a clock that tests set.

import { randomBytes } from 'node:crypto'
import { createApps } from '@central-api/service/connect/apps.ts'
import type { Connection } from '@central-api/service/connect/connection.ts'
import type { ConnectionEvents } from '@central-api/service/connect/connection-events.ts'
import { createConnectionSeal } from '@central-api/service/connect/connection-seal.ts'
import { FLOWS } from '@central-api/service/connect/flows/flows.ts'
import { createExchangeToken, type ExchangeToken } from '@central-api/service/connect/renewal/exchange-token.ts'
import { createRenewals } from '@central-api/service/connect/renewal/renewals.ts'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { connection } from '../storage/connections-suite.ts'
import { act, createLicense, fresh, PLAN } from '../storage/fixture.ts'
import { OPERATOR, type SimulatedPlatform, simulateProvider } from './simulated-providers.ts'

export const START = Date.parse('2030-01-15T12:00:00Z')
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const BASE = 'https://central.example'
const NO_EVENTS: ConnectionEvents = {
  connected: async () => undefined,
  changed: async () => undefined,
  deletionRequested: async () => undefined,
  disconnected: async () => undefined,
}

type Lives = { readonly life: number; readonly refreshLife: number | null }

/** How long tokens live. Where `refreshLife` is null, the refresh token lasts. Other platforms have none. */
const LIVES: Readonly<Partial<Record<SimulatedPlatform, Lives>>> = {
  tiktok: { life: 2 * HOUR_MS, refreshLife: 180 * DAY_MS },
  pinterest: { life: 30 * DAY_MS, refreshLife: 60 * DAY_MS },
  linkedin: { life: 60 * DAY_MS, refreshLife: 365 * DAY_MS },
  youtube: { life: HOUR_MS, refreshLife: null },
}

type Answer = { readonly status: number; readonly body: unknown }

export type ReplicaOptions = {
  readonly events?: ConnectionEvents
  readonly renews?: boolean
  /** Replaces the store’s functions of connections, such as one that fails. */
  readonly wrapStore?: (store: Store['connections']) => Store['connections']
  readonly wrapLeases?: (pages: Store['pages']) => Store['pages']
  readonly wrapExchange?: (exchange: ExchangeToken) => ExchangeToken
}

export const startRenewals = async (platform: SimulatedPlatform, store: Store) => {
  await store.plans.put(PLAN, act())
  const licenseId = (await createLicense(store)).record.id
  const clock = { at: START }
  const now = () => clock.at
  const provider = simulateProvider(platform)
  const seal = createConnectionSeal([Buffer.alloc(32, 7)], randomBytes)
  /** Decides what becomes of a request; the provider’s own answer when it returns undefined. */
  const network: { interfere?: (request: EgressRequest, answer: () => Promise<Answer>) => Promise<Answer> } = {}
  const faults: string[] = []

  /** A connection whose token the provider gave at the start. */
  const connect = async (values: Partial<Connection> = {}): Promise<Connection> => {
    const { life, refreshLife } = LIVES[platform] ?? { life: 60 * DAY_MS, refreshLife: undefined }
    const id = fresh('cn')
    const secrets = {
      token: provider.give('act'),
      ...(refreshLife !== undefined && { refreshToken: provider.give('rft') }),
    }
    const record = connection(licenseId, {
      ...{
        id,
        platform,
        appId: OPERATOR.clientId,
        createdAt: START,
        consentedAt: START,
        renewedAt: START,
        since: START,
      },
      ...{ expiresAt: START + life, refreshExpiresAt: refreshLife ? START + refreshLife : null },
      ...{ dueAt: START + 0.8 * life, sealedToken: seal.seal({ id, licenseId }, secrets) },
      ...values,
    })
    await store.connections.create(record, null)
    return { ...record, version: 1 }
  }

  const startReplica = (over: Store, options: ReplicaOptions = {}) => {
    const connections = options.wrapStore?.(over.connections) ?? over.connections
    const exchange = createExchangeToken({
      ...{ baseUrl: BASE, flows: FLOWS },
      apps: createApps({
        operator: { [platform]: [OPERATOR] },
        agents: {},
        owners: 'operator',
        ...{ baseUrl: BASE, sandbox: `${BASE}/sandbox`, clientName: 'Central API', client: undefined, now },
        store: { list: async () => [], put: async () => true },
        seal: (_record, secret) => secret,
        open: (_record, sealed) => sealed,
      }),
      egress: {
        async fetch(request) {
          const answer = () => provider.respond(request)
          const { status, body } = await (network.interfere?.(request, answer) ?? answer())
          const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
          return { status, url: request.url, headers: { 'content-type': 'application/json' }, body: bytes as never }
        },
      },
    })
    return createRenewals({
      ...{
        store: connections,
        leases: options.wrapLeases?.(over.pages) ?? over.pages,
        seal,
        flows: FLOWS,
        now,
        random: () => 0.5,
      },
      ...{ owner: fresh('replica'), forget: () => {}, renews: options.renews ?? true },
      exchange: options.wrapExchange?.(exchange) ?? exchange,
      events: options.events ?? NO_EVENTS,
      async wait(milliseconds) {
        clock.at += milliseconds
        await new Promise((resolve) => setTimeout(resolve, 1))
      },
      onFault: ({ code }) => faults.push(code),
      onStoreError: (error) => faults.push(error instanceof Error ? error.message : String(error)),
    })
  }

  const find = async ({ id }: Pick<Connection, 'id'>): Promise<Connection> => {
    const found = await store.connections.find(id)
    if (!found) throw new Error('The connection is gone')
    return found
  }
  const secretsOf = (of: Connection) => seal.open(of, of.sealedToken) ?? {}
  return { clock, provider, network, faults, licenseId, connect, startReplica, find, secretsOf, seal }
}
