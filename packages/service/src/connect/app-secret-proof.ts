// Meta lets an application require that each call proves its secret: a stolen token alone is then useless.
// https://developers.facebook.com/docs/graph-api/guides/secure-requests

import { createHmac } from 'node:crypto'
import { lookUp } from '../parsing/look-up.ts'
import type { OperatorApp } from './apps.ts'
import type { Connection } from './connection.ts'
import type { SecretFields } from './connection-seal.ts'
import type { Dialect } from './dialects/dialect.ts'
import { DIALECTS } from './dialects/dialects.ts'

export const appSecretProof = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(token).digest('hex')

/** Adds the proof to what signs, as `proof`, where the platform knows one. It is made of the secret that is configured
 * now, so that a new secret ends no connection. */
export const createProve =
  (operator: Readonly<Record<string, readonly OperatorApp[]>>) =>
  ({ platform, appId }: Pick<Connection, 'platform' | 'appId'>, secrets: SecretFields): SecretFields => {
    const dialect: Dialect | undefined = lookUp(DIALECTS, platform)
    const { clientSecret } = operator[platform]?.find(({ clientId }) => clientId === appId) ?? {}
    if (dialect?.provesCalls !== true || clientSecret === undefined || secrets.token === undefined) return secrets
    return { ...secrets, proof: appSecretProof(clientSecret, secrets.token) }
  }
