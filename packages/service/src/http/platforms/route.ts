// What can be scanned here, and how it is doing. It asks no platform and tells nothing of what the operator has set.

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
  { description: 'A platform that can be scanned, and how it is doing' },
)

export const PlatformList = Type.Object({
  platforms: Type.Array(PlatformInList, { description: 'In the order of their ids' }),
})

/** Anybody may ask, as often as they like: it is told anew once a second. */
const TOLD_FOR_MS = 1_000

type Needs = Pick<Parts, 'registry' | 'upstreams' | 'now'>

export const registerPlatforms = (app: FastifyInstance, { registry, upstreams, now }: Needs): void => {
  const described = describePlatforms(registry)
  const tell = () => {
    const healthOf = upstreams.health()
    const platforms = registry.platforms.map((platform, at) => ({
      ...described[at],
      ...describeHealth(healthOf(platform)),
    }))
    return { at: now(), bytes: Buffer.from(JSON.stringify({ platforms })) }
  }
  let reported = tell()
  app.get('/platforms', async (_request, reply) => {
    if (Math.abs(now() - reported.at) >= TOLD_FOR_MS) reported = tell()
    return reply.type('application/json; charset=utf-8').send(reported.bytes)
  })
}
