// What `GET /platforms` returns for each platform. It never reveals the operator's settings, nor which ones are
// missing.

import type { Static } from 'typebox'
import { Type } from '../parsing/type.ts'
import { PROFILE_KINDS, SOURCE_KINDS } from '../post/post.ts'
import { AUTHORS, type CompleteKind, kindsOf, ORDERS } from '../upstream/contract/kinds.ts'
import { type Platform, provenanceOf } from '../upstream/contract/platform.ts'
import type { Source } from '../upstream/contract/source.ts'
import { type UnsupportedKind, unsupportedSentence } from '../upstream/contract/unsupported.ts'
import { type Health, PLATFORM_STATES } from '../upstream/health/state-of.ts'
import type { Registry } from '../upstream/registry.ts'

const VariantDescription = Type.Object({
  id: Type.String({ description: 'The `variant` of a request' }),
  meaning: Type.String({ description: 'Which posts it returns' }),
})

export const KindDescription = Type.Object(
  {
    id: Type.Enum([...PROFILE_KINDS], { description: 'The `kind` of the profile' }),
    meaning: Type.String({ description: 'What it is on this platform' }),
    handles: Type.Array(Type.String(), { description: 'An example of each form; the first is canonical' }),
    variants: Type.Array(VariantDescription, { description: '`posts`, the default, is always among them' }),
    order: Type.Enum([...ORDERS], {
      description:
        'The order of its posts. `newest`: newest first. `owner`: as its owner arranged them. `ranked`: as the platform ranks them, which may change between two pages',
    }),
    authors: Type.Enum([...AUTHORS], { description: 'If `many`, show the author of each post' }),
    configured: Type.Boolean({ description: 'Whether this service can scan it' }),
    needs: Type.Array(Type.String(), {
      description: 'The operator’s settings that it requires; any one of them, if they are alternatives',
    }),
    refuses: Type.Union([Type.String(), Type.Null()], { description: 'What the service cannot read of it, and why' }),
  },
  { description: 'A kind of profile that a platform has' },
)
export type KindDescription = Static<typeof KindDescription>

export const UnsupportedDescription = Type.Object(
  {
    kind: Type.String({ description: 'The `details.kind` of the error `profile_unsupported`' }),
    says: Type.String({ description: 'Why it cannot be scanned, as in the error' }),
    handles: Type.Array(Type.String(), { description: 'The URLs of such things, with their parts in braces' }),
  },
  { description: 'Something that a platform has and the service cannot scan' },
)

const SourceDescription = Type.Object({
  id: Type.String(),
  provenance: Type.Enum([...SOURCE_KINDS], { description: 'The `source.kind` of its posts' }),
  variants: Type.Array(Type.String(), { description: 'The variants that it serves' }),
  configured: Type.Boolean({
    description: 'Whether it has the credentials that it needs, or owners can connect accounts that it needs',
  }),
})

export const PlatformDescription = Type.Object(
  {
    id: Type.String({ description: 'The `platform` of a request' }),
    name: Type.String(),
    provenance: Type.Enum([...SOURCE_KINDS], { description: 'Where its posts usually come from' }),
    sources: Type.Array(SourceDescription, { description: 'Where its posts can come from, best first' }),
    variants: Type.Array(VariantDescription, {
      description: 'The variants of an account; `posts`, the default, is always among them',
    }),
    handles: Type.Array(Type.String(), {
      description: 'The handles of an account: one example of each form; the first is the canonical form',
    }),
    kinds: Type.Array(KindDescription, { description: 'What can be scanned besides accounts, which come first' }),
    unsupported: Type.Array(UnsupportedDescription, { description: 'What is recognized but cannot be scanned' }),
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

/** Whether owners can connect accounts of a platform. */
export type IsConnectable = (platform: string) => boolean

/** In the order of the registry. */
export const describePlatforms = (registry: Registry, isConnectable?: IsConnectable): readonly PlatformDescription[] =>
  registry.platforms.map((platform) => describePlatform(platform, registry, isConnectable))

/** Whether its credentials come from owners alone. */
const isOfOwners = ({ credentials = [] }: Platform, { credential }: Source): boolean =>
  credentials.some(({ id, connects, settings }) => id === credential && connects === true && settings.length === 0)

const describeKind = (platform: Platform, kind: CompleteKind, registry: Registry): KindDescription => {
  const { id, meaning, handles, variants, order, authors, sources, refuses = null } = kind
  const ids = new Set(sources.flatMap(({ credential }) => (typeof credential === 'string' ? [credential] : [])))
  // A source without a required credential always serves.
  const isOpen = sources.some(({ credential }) => typeof credential !== 'string')
  return {
    ...{ id, meaning, handles: [...handles], variants: describeVariants(variants), order, authors },
    configured: sources.some((source) => registry.isUsable(platform, source)),
    needs: isOpen ? [] : (platform.credentials ?? []).flatMap((each) => (ids.has(each.id) ? each.settings : [])),
    refuses,
  }
}

const describeVariants = (variants: Platform['variants']) =>
  Object.entries(variants).map(([id, meaning]) => ({ id, meaning }))

const describeUnsupported = ({ unsupported }: Platform): PlatformDescription['unsupported'] =>
  unsupported === undefined
    ? []
    : Object.entries(unsupported.urls).map(([kind, patterns]) => ({
        kind,
        says: unsupportedSentence(unsupported, kind as UnsupportedKind),
        handles: [...patterns],
      }))

export const describePlatform = (
  platform: Platform,
  registry: Registry,
  isConnectable: IsConnectable = () => false,
): PlatformDescription => {
  const { id, name, variants, handles, sources, refuses = null, keepsPictures = null } = platform
  return {
    id,
    name,
    provenance: provenanceOf(platform) ?? 'public_page',
    sources: sources.map((source) => ({
      id: source.id,
      provenance: source.provenance,
      variants: [...(source.variants ?? Object.keys(variants))],
      configured: registry.isUsable(platform, source) || (isOfOwners(platform, source) && isConnectable(id)),
    })),
    variants: describeVariants(variants),
    handles: [...handles],
    kinds: [...kindsOf(platform).values()].map((kind) => describeKind(platform, kind, registry)),
    unsupported: describeUnsupported(platform),
    configured: registry.settingsOf(id).missing === undefined,
    refuses,
    keepsPictures,
  }
}

export const describeHealth = ({ state, retryAt }: Health): PlatformHealth => ({
  state,
  retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
})
