// The sandbox's addresses: its posts are made up with those of a host that nobody answers at, and handed out with the
// service's own, where its pages, pictures and players load.

import { SANDBOX_ORIGIN } from '../addresses.ts'

export const SANDBOX_PREFIX = '/sandbox'

const ALIAS = `${SANDBOX_ORIGIN}/`

/** Where the sandbox loads, with a slash at its end; the host that nobody answers at where the service has no address. */
export const sandboxBase = (serviceUrl: string | undefined): string =>
  serviceUrl ? `${serviceUrl.replace(/\/+$/, '')}${SANDBOX_PREFIX}/` : ALIAS

/** A made-up value with the addresses at which it loads. */
export const settleAddresses = <T>(value: T, base: string): T =>
  base === ALIAS ? value : (JSON.parse(JSON.stringify(value).replaceAll(ALIAS, base)) as T)

/** The path of an address of the sandbox, in either of its forms, with its query and without a leading slash; undefined
 * for any other address. */
export const sandboxPath = (address: string, base: string): string | undefined => {
  const spelled = address.replace(/^http:\/\/sandbox\.example\//, ALIAS)
  const root = [base, ALIAS].find((each) => spelled.startsWith(each))
  return root === undefined ? undefined : spelled.slice(root.length)
}
