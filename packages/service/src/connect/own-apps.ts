// The applications that licenses bring: their own, at a platform where the operator has none, or does not want to have
// all accounts in one. A secret is never shown again. A connection stays with the application that it was made with, and
// ends with it.

import { ApiError } from '../errors.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { ConnectAppRecord } from '../storage/connection-records.ts'
import type { Store } from '../storage/store.ts'
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
}

export type OwnApps = {
  /** In the order in which they were added. */
  list(licenseId: string): Promise<readonly ConnectAppRecord[]>
  /** Adds it, or gives it another secret. Throws `invalid_request`, `platform_not_connectable`. */
  put(licenseId: string, app: NewOwnApp): Promise<void>
  /** Ends its connections. Throws `invalid_request` if the license has no such application. */
  remove(licenseId: string, id: string): Promise<void>
  /** Those of all licenses on a platform, for what the platform reports. */
  signers(platform: string): Promise<readonly (OperatorApp & { readonly id: string })[]>
}

export type OwnAppsOptions = {
  readonly owners: AppOwners
  /** By platform. */
  readonly operator: AppsOptions['operator']
  readonly store: Pick<Store, 'connectApps' | 'connections'>
  readonly seal: ConnectionSeal
  readonly events: Pick<ConnectionEvents, 'changed'>
  /** The connection changed in the store. */
  readonly forget: (id: string) => void
  readonly now: () => number
}

/** More than a license has reasons for. */
const MOST_APPS = 20
/** Other processes may write the same record. */
const MAX_TRIES = 5

const invalid = (message: string): ApiError => new ApiError('invalid_request', { details: [{ field: 'app', message }] })

export const createOwnApps = ({ owners, operator, store, seal, events, forget, now }: OwnAppsOptions): OwnApps => {
  const { connectApps, connections } = store
  const list = (licenseId: string) => connectApps.list(licenseId)

  const endConnection = createEndConnection({ store: connections, seal, events, forget, now })

  /** Without the application nobody can use or revoke its token. */
  const end = async (id: string): Promise<void> => {
    if (!(await endConnection(id, 'app_closed', ({ state }) => state === 'ended'))) throw new ApiError('unavailable')
  }

  return {
    list,
    async put(licenseId, { platform, clientId, clientSecret, label }) {
      if (owners === 'operator') throw invalid('is not accepted: only the operator’s applications are used')
      const flow = lookUp(OFFERED_FLOWS, platform)
      if (flow === undefined || needsNoApp(flow)) throw new ApiError('platform_not_connectable')
      // Its callbacks and its connections are the operator's.
      if (lookUp(operator, platform)?.some((each) => each.clientId === clientId))
        throw invalid('must not have the client id of an application of the operator’s')
      const id = appIdOf(licenseId, platform, clientId)
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const known = await list(licenseId)
        const before = known.find((each) => each.id === id)
        if (before === undefined && known.length >= MOST_APPS)
          throw invalid(`must be one of at most ${MOST_APPS} applications`)
        const record: ConnectAppRecord = {
          ...{ id, licenseId, platform, host: null, clientId, state: 'live' },
          ...{ label: label ?? before?.label ?? null, createdAt: before?.createdAt ?? now() },
          sealedSecret: seal.seal({ id, licenseId }, { secret: clientSecret }),
          version: before?.version ?? 0,
        }
        if (await connectApps.put(record)) return
      }
      throw new ApiError('unavailable')
    },
    async remove(licenseId, id) {
      if (!(await list(licenseId)).some((each) => each.id === id)) throw invalid('is not an application of the license')
      // First, so that no account is connected with it any more.
      await connectApps.remove(id)
      for (const each of await connections.list(licenseId)) if (each.appId === id) await end(each.id)
    },
    async signers(platform) {
      const found = await connectApps.ofLicenses(platform)
      return found.flatMap((record) => {
        const clientSecret = appSecretOf(seal, record)
        return clientSecret === undefined ? [] : [{ id: record.id, clientId: record.clientId, clientSecret }]
      })
    },
  }
}
