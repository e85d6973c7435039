// The user agent of the application that a token was given to: some platforms require it in every call.

import { lookUp } from '../parsing/look-up.ts'
import type { OperatorApp } from './apps.ts'
import type { Connection } from './connection.ts'
import type { SecretFields } from './connection-seal.ts'

/** Adds it to what signs, as `agent`. */
export const createNameAgent =
  (operator: Readonly<Record<string, readonly OperatorApp[]>>) =>
  ({ platform, appId }: Pick<Connection, 'platform' | 'appId'>, secrets: SecretFields): SecretFields => {
    const app = lookUp(operator, platform)?.find(({ clientId }) => clientId === appId)
    return app?.userAgent === undefined ? secrets : { ...secrets, agent: app.userAgent }
  }
