// The requests that make a service fetch the hostile bodies.

import { HOSTILE_BODIES, type HostileBody } from '../packages/service/test/hostile/bodies.ts'
import { addressOf, handleOf } from '../packages/service/test/hostile/hostile-site.ts'

const PLATFORMS = [...new Set(HOSTILE_BODIES.map(({ at }) => at))].filter((at) => at !== 'link' && at !== 'post')

/** Settings of a service with all platforms simulated by one server. */
export const settingsFor = (origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(PLATFORMS.map((id) => [`${id.toUpperCase()}_BASE_URL`, origin]))

/** The request for a hostile body. Each mark makes a new cache key: a letter, then letters and digits. */
export const requestFor = (body: HostileBody, origin: string, mark: string): readonly [path: string, body: unknown] => {
  const n = HOSTILE_BODIES.indexOf(body)
  const handle = handleOf(body, n)
  if (handle === undefined) return [`/validate-${body.at}`, { url: `${addressOf(origin, n)}?${mark}` }]
  return ['/scan-profile', { platform: body.at, handle: handle.replace(`h${n}h`, `${mark}h${n}h`) }]
}
