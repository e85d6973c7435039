// What can be scanned here. It asks no platform and tells nothing of what the operator has set.

import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describePlatforms, PlatformDescription } from '../../platforms/describe-platforms.ts'
import type { Parts } from '../parts.ts'

export const PlatformList = Type.Object({
  platforms: Type.Array(PlatformDescription, { description: 'In the order of their ids' }),
})

export const registerPlatforms = (app: FastifyInstance, { registry }: Pick<Parts, 'registry'>): void => {
  const bytes = Buffer.from(JSON.stringify({ platforms: describePlatforms(registry) }))
  app.get('/platforms', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
}
