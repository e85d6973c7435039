// What the application of a token adds to the calls with it, for platforms that want more than the token: its client id,
// a proof of its secret, the secret itself where that signs each call, and its user agent. They are taken from the
// settings and the store at each call, so that a new secret ends no connection.

import { lookUp } from '../parsing/look-up.ts'
import type { Store } from '../storage/store.ts'
import { APP_PREFIX } from './app-id.ts'
import { appSecretOf } from './app-secret-of.ts'
import { appSecretProof } from './app-secret-proof.ts'
import type { OperatorApp } from './apps.ts'
import type { Connection } from './connection.ts'
import type { ConnectionSeal, SecretFields } from './connection-seal.ts'
import type { CallsNeed, Dialect } from './dialects/dialect.ts'
import { DIALECTS } from './dialects/dialects.ts'
import type { AppSecrets } from './oauth/oauth-client.ts'

const FIELDS: Readonly<Record<CallsNeed, (app: AppSecrets, secrets: SecretFields) => SecretFields>> = {
  client_id: ({ clientId }) => ({ id: clientId }),
  secret_proof: ({ clientSecret }, { token }) =>
    clientSecret === undefined || token === undefined ? {} : { proof: appSecretProof(clientSecret, token) },
  secret: ({ clientId, clientSecret }) => ({
    id: clientId,
    ...(clientSecret !== undefined && { clientSecret }),
  }),
}

export type ApplicationFieldsOptions = {
  /** By platform. */
  readonly operator: Readonly<Record<string, readonly OperatorApp[]>>
  /** By platform. */
  readonly agents: Readonly<Record<string, string | undefined>>
  readonly store: Pick<Store['connectApps'], 'find'>
  readonly seal: Pick<ConnectionSeal, 'open'>
}

/** Adds them to what signs. */
export type AddApplicationFields = (
  connection: Pick<Connection, 'platform' | 'appId' | 'licenseId'>,
  secrets: SecretFields,
) => Promise<SecretFields>

export const createApplicationFields = ({
  operator,
  agents,
  store,
  seal,
}: ApplicationFieldsOptions): AddApplicationFields => {
  const findStored = async (id: string, licenseId: string): Promise<AppSecrets | undefined> => {
    const record = await store.find(id)
    const isUsable = record !== undefined && (record.licenseId === null || record.licenseId === licenseId)
    return isUsable ? { clientId: record.clientId, clientSecret: appSecretOf(seal, record) } : undefined
  }

  return async ({ platform, appId, licenseId }, secrets) => {
    const { callsNeed }: Partial<Dialect> = lookUp(DIALECTS, platform) ?? {}
    const agent = lookUp(agents, platform)
    const named = agent === undefined ? secrets : { ...secrets, agent }
    if (callsNeed === undefined) return named
    const app = appId.startsWith(APP_PREFIX)
      ? await findStored(appId, licenseId)
      : lookUp(operator, platform)?.find(({ clientId }) => clientId === appId)
    return { ...named, ...(app && FIELDS[callsNeed](app, secrets)) }
  }
}
