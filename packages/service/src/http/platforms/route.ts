// What can be scanned here, and the state of each platform. It calls no platform and reveals no settings.

import type { FastifyInstance } from 'fastify'
import { Type } from '../../parsing/type.ts'
import {
  describeHealth,
  describePlatforms,
  PlatformDescription,
  PlatformHealth,
} from '../../platforms/describe-platforms.ts'
import type { Parts } from '../parts.ts'

export const PlatformInList = Type.Object(
  { ...PlatformDescription.properties, ...PlatformHealth.properties },
  { description: 'A platform that can be scanned, and its state' },
)

export const PlatformList = Type.Object({
  platforms: Type.Array(PlatformInList, { description: 'Ordered by id' }),
})

/** Any client may request it at any rate: the response is rebuilt once a second. */
const CACHED_FOR_MS = 1_000

type Needs = Pick<Parts, 'registry' | 'upstreams' | 'now'>

export const registerPlatforms = (app: FastifyInstance, { registry, upstreams, now }: Needs): void => {
  const described = describePlatforms(registry)
  const describe = () => {
    const healthOf = upstreams.health()
    const platforms = registry.platforms.map((platform, at) => ({
      ...described[at],
      ...describeHealth(healthOf(platform)),
    }))
    return { at: now(), bytes: Buffer.from(JSON.stringify({ platforms })) }
  }
  let cached = describe()
  app.get('/platforms', async (_request, reply) => {
    if (Math.abs(now() - cached.at) >= CACHED_FOR_MS) cached = describe()
    return reply.type('application/json; charset=utf-8').send(cached.bytes)
  })
}
