// What can be scanned here, and the state of each platform. It calls no platform and reveals no settings.

import type { FastifyInstance } from 'fastify'
import { Type } from '../../parsing/type.ts'
import {
  describeHealth,
  describePlatforms,
  KindDescription,
  PlatformDescription,
  PlatformHealth,
} from '../../platforms/describe-platforms.ts'
import { kindsOf } from '../../upstream/contract/kinds.ts'
import type { Parts } from '../parts.ts'

export const KindInList = Type.Object(
  { ...KindDescription.properties, ...PlatformHealth.properties },
  { description: 'A kind of profile that a platform has, and its state' },
)

export const PlatformInList = Type.Object(
  {
    ...PlatformDescription.properties,
    kinds: Type.Array(KindInList, { description: 'What can be scanned besides accounts, which come first' }),
    ...PlatformHealth.properties,
  },
  { description: 'A platform that can be scanned, and its state' },
)

export const PlatformList = Type.Object({
  platforms: Type.Array(PlatformInList, { description: 'Ordered by id' }),
})

/** Any client may request it at any rate: the response is rebuilt once a second. */
const CACHED_FOR_MS = 1_000

type Needs = Pick<Parts, 'registry' | 'upstreams' | 'isConnectable' | 'now'>

export const registerPlatforms = (app: FastifyInstance, { registry, upstreams, isConnectable, now }: Needs): void => {
  const describe = () => {
    const described = describePlatforms(registry, isConnectable)
    const healthOf = upstreams.health()
    const platforms = registry.platforms.map((platform, at) => {
      const { kinds = [], ...fields } = described[at] ?? {}
      const facts = kindsOf(platform)
      const stateOf = (kind: KindDescription) =>
        describeHealth(healthOf({ ...platform, sources: facts.get(kind.id)?.sources ?? [] }, kind.id))
      return {
        ...fields,
        kinds: kinds.map((kind) => ({ ...kind, ...stateOf(kind) })),
        ...describeHealth(healthOf(platform)),
      }
    })
    return { at: now(), bytes: Buffer.from(JSON.stringify({ platforms })) }
  }
  let cached = describe()
  app.get('/platforms', async (_request, reply) => {
    if (Math.abs(now() - cached.at) >= CACHED_FOR_MS) cached = describe()
    return reply.type('application/json; charset=utf-8').send(cached.bytes)
  })
}
