// What `GET /platforms` returns for each platform. It never reveals the operator's settings, nor which ones are
// missing.

import type { Static } from 'typebox'
import { Type } from '../parsing/type.ts'
import { SOURCE_KINDS } from '../post/post.ts'
import { type Platform, provenanceOf } from '../upstream/contract/platform.ts'
import { type Health, PLATFORM_STATES } from '../upstream/health/state-of.ts'
import type { Registry } from '../upstream/registry.ts'

const SourceDescription = Type.Object({
  id: Type.String(),
  provenance: Type.Enum([...SOURCE_KINDS], { description: 'The `source.kind` of its posts' }),
  variants: Type.Array(Type.String(), { description: 'The variants that it serves' }),
  configured: Type.Boolean({ description: 'Whether it has the credentials that it needs' }),
})

export const PlatformDescription = Type.Object(
  {
    id: Type.String({ description: 'The `platform` of a request' }),
    name: Type.String(),
    provenance: Type.Enum([...SOURCE_KINDS], { description: 'Where its posts usually come from' }),
    sources: Type.Array(SourceDescription, { description: 'Where its posts can come from, best first' }),
    variants: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The `variant` of a request' }),
        meaning: Type.String({ description: 'Which posts it returns' }),
      }),
      { description: '`posts`, the default, is always among them' },
    ),
    handles: Type.Array(Type.String(), { description: 'One example of each form; the first is the canonical form' }),
    configured: Type.Boolean({ description: 'Whether this service can scan it' }),
    refuses: Type.Union([Type.String(), Type.Null()], {
      description: 'What the service cannot read from this platform, and why; null if it reports no limitation',
    }),
    keepsPictures: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether its terms let a site keep copies of its images; null if unknown',
    }),
  },
  { description: 'A platform that can be scanned' },
)
export type PlatformDescription = Static<typeof PlatformDescription>

export const PlatformHealth = Type.Object({
  state: Type.Enum([...PLATFORM_STATES], {
    description:
      '`ready`: its best source works. `fallback`: another source is used, because the best one lacks something. `limited`: its budget is used up until `retryAt`. `not_configured`: the operator has not set it up. `failing`: its last scans failed, or its credentials are refused',
  }),
  retryAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the state may end, if known; null otherwise',
  }),
})
export type PlatformHealth = Static<typeof PlatformHealth>

/** In the order of the registry. */
export const describePlatforms = (registry: Registry): readonly PlatformDescription[] =>
  registry.platforms.map((platform) => describePlatform(platform, registry))

export const describePlatform = (platform: Platform, registry: Registry): PlatformDescription => {
  const { id, name, variants, handles, sources, refuses = null, keepsPictures = null } = platform
  return {
    id,
    name,
    provenance: provenanceOf(platform) ?? 'public_page',
    sources: sources.map((source) => ({
      id: source.id,
      provenance: source.provenance,
      variants: [...(source.variants ?? Object.keys(variants))],
      configured: registry.isUsable(platform, source),
    })),
    variants: Object.entries(variants).map(([variant, meaning]) => ({ id: variant, meaning })),
    handles: [...handles],
    configured: registry.settingsOf(id).missing === undefined,
    refuses,
    keepsPictures,
  }
}

export const describeHealth = ({ state, retryAt }: Health): PlatformHealth => ({
  state,
  retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
})
