// Where platforms send the browser back to, and the host that a connection belongs to.

import type { Connection } from './connection.ts'
import type { ConnectFlow } from './flows/flow.ts'

/** Each host of a federated platform has one of its own, so that the code of one host is never sent to another (RFC
 * 9700, section 4.4.2.2). A client that is known by a URL has one, and hosts name themselves in their responses. */
export const redirectUriOf = (
  baseUrl: string,
  { dialect: { platform }, federated }: Pick<ConnectFlow, 'dialect' | 'federated'>,
  host: string | null,
): string => {
  const own = federated?.client.by === 'url' ? null : host
  return `${baseUrl}/connect/${platform}/callback${own === null ? '' : `/${own}`}`
}

/** The host of a connection; null if its platform has one only. `fields`: an account that may move has its host there,
 * beside its token. */
export const hostOf = (
  { host }: Pick<Connection, 'host'>,
  { issuer }: Readonly<Record<string, string>>,
): string | null => host ?? issuer ?? null
