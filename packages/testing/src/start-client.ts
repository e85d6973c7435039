// A client of the service with its own token, and what its responses contain.

import { START, startService, type TestResponse } from './start-service.ts'

export const SCAN = '/scan-profile'
export const MORE = '/load-more-posts'
export const DEMO = { platform: 'sandbox', handle: 'demo' }
/** From the start of the tests to the end of their month. */
export const MONTH_MS = Date.UTC(2030, 1) - START

type Counted = {
  readonly limit?: number
  readonly remaining?: number
  readonly burst?: number
  readonly burstUsed?: number
}

/** The quota headers after `used` scans at the start of the tests; by default for the plan `pro`. */
export const quotaAfter = (
  used: number,
  { limit = 10_000, remaining, burst = 120, burstUsed = used }: Counted = {},
) => {
  const left = remaining ?? limit - used
  return {
    'x-quota-limit': `${limit}`,
    'x-quota-used': `${used}`,
    'x-quota-remaining': `${left}`,
    'x-quota-reset': `${MONTH_MS / 1000}`,
    'ratelimit-policy': `"scans";q=${limit};w=2678400, "burst";q=${burst};w=60`,
    ratelimit: `"scans";r=${left};t=${MONTH_MS / 1000}, "burst";r=${burst - burstUsed};t=60`,
  }
}

type Page = {
  readonly body: { readonly posts: readonly { readonly id: string }[] }
  readonly nextCursor: string | null
}
export const pageOf = ({ body }: TestResponse) => body.data as unknown as Page

export const startClient = async (...[context, options]: Parameters<typeof startService>) => {
  const service = await startService(context, options)
  const { license, key } = await service.license()
  const headers = await service.authorize(key)
  return {
    ...service,
    licenseId: license.id,
    key,
    headers,
    scan: (body: unknown, more: Readonly<Record<string, string>> = {}) =>
      service.post(SCAN, body, { ...headers, ...more }),
    more: (body: unknown) => service.post(MORE, body, headers),
  }
}
