// The sandbox's URLs. Posts are created with URLs at a reserved host. Responses replace them by the service's own, which serve the
// pages, images and players.

import { SANDBOX_ORIGIN } from '../urls.ts'

export const SANDBOX_PREFIX = '/sandbox'

const ALIAS = `${SANDBOX_ORIGIN}/`

/** The base URL of the sandbox, with a trailing slash; the reserved host when the service has no public URL. */
export const sandboxBase = (serviceUrl: string | undefined): string =>
  serviceUrl ? `${serviceUrl.replace(/\/+$/, '')}${SANDBOX_PREFIX}/` : ALIAS

/** Replaces the reserved host in a fictional value by the base URL. */
export const withBaseUrl = <T>(value: T, base: string): T =>
  base === ALIAS ? value : (JSON.parse(JSON.stringify(value).replaceAll(ALIAS, base)) as T)

/** The path of a sandbox URL in either form, with its query and without a leading slash; undefined for any other URL. */
export const sandboxPath = (url: string, base: string): string | undefined => {
  const https = url.replace(/^http:\/\/sandbox\.example\//, ALIAS)
  const root = [base, ALIAS].find((each) => https.startsWith(each))
  return root === undefined ? undefined : https.slice(root.length)
}
