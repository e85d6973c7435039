import { Type } from 'typebox'
import { describePlatforms, PlatformDescription } from '../../platforms/describe-platforms.ts'
import { adminRoute } from './admin-route.ts'

const OperatorPlatform = Type.Object({
  ...PlatformDescription.properties,
  missing: Type.Union([Type.String(), Type.Null()], { description: 'What has to be set first; null when it is ready' }),
})

export const listPlatforms = adminRoute({
  method: 'GET',
  path: '/platforms',
  summary: 'List the platforms',
  description: 'As `GET /platforms` does, and what is missing where one is not configured.',
  data: Type.Object({ platforms: Type.Array(OperatorPlatform) }),
  example: { path: '/platforms' },
  handle:
    ({ registry }) =>
    async () => ({
      platforms: describePlatforms(registry).map((platform) => ({
        ...platform,
        missing: registry.settingsOf(platform.id).missing ?? null,
      })),
    }),
})
