// What `GET /platforms` tells of each platform. Never what the operator has set, nor what is missing.

import { type Static, Type } from 'typebox'
import { SOURCE_KINDS } from '../post/post.ts'
import { provenanceOf } from './contract/platform.ts'
import type { Registry } from './registry.ts'

export const PlatformDescription = Type.Object(
  {
    id: Type.String({ description: 'The `platform` of a request' }),
    name: Type.String(),
    provenance: Type.Enum([...SOURCE_KINDS], { description: 'Where its posts are usually read from' }),
    variants: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The `variant` of a request' }),
        meaning: Type.String({ description: 'Which posts it yields' }),
      }),
      { description: '`posts`, the default, is always among them' },
    ),
    handles: Type.Array(Type.String(), { description: 'An example of every form; the first is the canonical one' }),
    configured: Type.Boolean({ description: 'Whether it can be scanned here' }),
  },
  { description: 'A platform that can be scanned' },
)
export type PlatformDescription = Static<typeof PlatformDescription>

/** The platforms in the order of the registry. */
export const describePlatforms = (registry: Registry): readonly PlatformDescription[] =>
  registry.platforms.map((platform) => ({
    id: platform.id,
    name: platform.name,
    provenance: provenanceOf(platform) ?? 'public_page',
    variants: Object.entries(platform.variants).map(([variant, meaning]) => ({ id: variant, meaning })),
    handles: [...platform.handles],
    configured: registry.settingsOf(platform.id).missing === undefined,
  }))
