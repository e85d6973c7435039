// The applications in the store: those that licenses bring, and those that the operator adds beside the ones of the
// settings. A secret is never shown again. A connection stays with the application that it was made with, and ends with
// it.

import { ApiError } from '../errors.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { ConnectAppRecord, ConnectAppState } from '../storage/connection-records.ts'
import type { Act, Store } from '../storage/store.ts'
import { appIdOf } from './app-id.ts'
import { appSecretOf } from './app-secret-of.ts'
import type { AppsOptions, OperatorApp } from './apps.ts'
import type { ConnectionEvents } from './connection-events.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import { createEndConnection } from './end-connection.ts'
import { needsNoApp } from './flows/flow.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'

/** `CONNECT_APPS`: whose applications new accounts are connected with. */
export const APP_OWNERS = ['operator', 'license', 'both'] as const
export type AppOwners = (typeof APP_OWNERS)[number]

export type NewOwnApp = {
  readonly platform: string
  readonly clientId: string
  readonly clientSecret: string
  readonly label: string | null
  /** As it is, or `live` for a new one, when absent. */
  readonly state?: ConnectAppState | undefined
}

/** Of a license, or of the operator. */
export type AppOwner = string | null

export type OwnApps = {
  /** In the order in which they were added. */
  list(owner: AppOwner): Promise<readonly ConnectAppRecord[]>
  /** Adds it, or gives it another secret. `act`: of an operator. Throws `invalid_request`, `platform_not_connectable`. */
  put(owner: AppOwner, app: NewOwnApp, act?: Act): Promise<ConnectAppRecord>
  /** Ends its connections. Throws `invalid_request` if the owner has no such application. */
  remove(owner: AppOwner, id: string, act?: Act): Promise<void>
  /** All of a platform, for what the platform reports. */
  signers(platform: string): Promise<readonly (OperatorApp & { readonly id: string })[]>
}

export type OwnAppsOptions = {
  readonly owners: AppOwners
  /** Those of the settings, by platform. */
  readonly operator: AppsOptions['operator']
  readonly store: Pick<Store, 'connectApps' | 'connections'>
  readonly seal: ConnectionSeal
  readonly events: Pick<ConnectionEvents, 'changed'>
  /** The connection changed in the store. */
  readonly forget: (id: string) => void
  readonly now: () => number
  /** The operator's own have changed. */
  readonly onOperatorApps?: () => Promise<void>
}

/** More than anybody has reasons for. */
const MOST_APPS = 20
/** Other processes may write the same record. */
const MAX_TRIES = 5
const BATCH = 500

const invalid = (message: string): ApiError => new ApiError('invalid_request', { details: [{ field: 'app', message }] })

/** Whose applications are not used. */
const UNUSED: Readonly<Partial<Record<AppOwners, { readonly by: 'operator' | 'license'; readonly says: string }>>> = {
  operator: { by: 'license', says: 'is not accepted: only the operator’s applications are used' },
  license: { by: 'operator', says: 'is not accepted: CONNECT_APPS lets licenses use their own applications only' },
}

export const createOwnApps = (options: OwnAppsOptions): OwnApps => {
  const { owners, operator, store, seal, events, forget, now } = options
  const { connectApps, connections } = store
  /** Without those that the service registered at hosts itself. */
  const list = async (owner: AppOwner) => (await connectApps.list(owner)).filter(({ host }) => host === null)

  const endConnection = createEndConnection({ store: connections, seal, events, forget, now })

  /** Without the application nobody can use or revoke its token. */
  const end = async (id: string): Promise<void> => {
    if (!(await endConnection(id, 'app_closed', ({ state }) => state === 'ended'))) throw new ApiError('unavailable')
  }

  const endAllOf = async ({ id, platform, licenseId }: ConnectAppRecord): Promise<void> => {
    const filter = { platform, ...(licenseId !== null && { licenseId }) }
    for (let before: { readonly createdAt: number; readonly id: string } | undefined; ; ) {
      const found = await connections.page({ ...filter, limit: BATCH, before })
      for (const each of found) if (each.appId === id) await end(each.id)
      before = found.at(-1)
      if (found.length < BATCH) return
    }
  }

  /** Its callbacks and its connections are the operator's. */
  const isOfOperator = async (platform: string, clientId: string): Promise<boolean> =>
    lookUp(operator, platform)?.some((each) => each.clientId === clientId) === true ||
    (await list(null)).some((each) => each.platform === platform && each.clientId === clientId)

  const announce = async (owner: AppOwner): Promise<void> => {
    if (owner === null) await options.onOperatorApps?.()
  }

  const checkPlatform = (platform: string): void => {
    const flow = lookUp(OFFERED_FLOWS, platform)
    if (flow === undefined || needsNoApp(flow)) throw new ApiError('platform_not_connectable')
  }

  return {
    list,
    async put(owner, { platform, clientId, clientSecret, label, state }, act) {
      const unused = UNUSED[owners]
      if (unused?.by === (owner === null ? 'operator' : 'license')) throw invalid(unused.says)
      checkPlatform(platform)
      if (owner === null && lookUp(operator, platform)?.some((each) => each.clientId === clientId))
        throw invalid('must not have the client id of an application of the settings')
      if (owner !== null && (await isOfOperator(platform, clientId)))
        throw invalid('must not have the client id of an application of the operator’s')
      const id = appIdOf(owner ?? 'operator', platform, clientId)
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const known = await list(owner)
        const before = known.find((each) => each.id === id)
        if (before === undefined && known.length >= MOST_APPS)
          throw invalid(`must be one of at most ${MOST_APPS} applications`)
        const record: ConnectAppRecord = {
          ...{ id, licenseId: owner, platform, host: null, clientId, state: state ?? before?.state ?? 'live' },
          ...{ label: label ?? before?.label ?? null, createdAt: before?.createdAt ?? now() },
          sealedSecret: seal.seal({ id, licenseId: owner }, { secret: clientSecret }),
          version: before?.version ?? 0,
        }
        if (!(await connectApps.put(record, act, MOST_APPS))) continue
        await announce(owner)
        return record
      }
      throw new ApiError('unavailable')
    },
    async remove(owner, id, act) {
      const found = (await list(owner)).find((each) => each.id === id)
      if (found === undefined) throw invalid(`is not an application of the ${owner === null ? 'operator' : 'license'}`)
      // First, so that no account is connected with it any more.
      await connectApps.remove(id, act)
      await announce(owner)
      await endAllOf(found)
    },
    async signers(platform) {
      const ofOperator = (await list(null)).filter((each) => each.platform === platform)
      return [...ofOperator, ...(await connectApps.ofLicenses(platform))].flatMap((record) => {
        const clientSecret = appSecretOf(seal, record)
        return clientSecret === undefined ? [] : [{ id: record.id, clientId: record.clientId, clientSecret }]
      })
    },
  }
}
