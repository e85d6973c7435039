// docs/reference/platforms.md: the platforms that can be scanned, from their definitions.

import {
  APPLICATIONS,
  type ApplicationKeys,
  CONNECT_SETTINGS,
} from '../../packages/service/src/config/connect-settings.ts'
import { lookUp } from '../../packages/service/src/parsing/look-up.ts'
import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import type { SourceKind } from '../../packages/service/src/post/post.ts'
import { kindsOf } from '../../packages/service/src/upstream/contract/kinds.ts'
import { type Platform, provenanceOf } from '../../packages/service/src/upstream/contract/platform.ts'
import type { Source } from '../../packages/service/src/upstream/contract/source.ts'
import { baseUrlName } from '../../packages/service/src/upstream/registry.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'
import { platformHeading } from './platform-heading.ts'
import { singlePosts } from './single-posts.ts'
import { waysToSign } from './ways-to-sign.ts'

const PROVENANCE: Readonly<Record<SourceKind, string>> = {
  official_api: 'official API',
  feed: 'feed',
  public_page: 'public pages',
  sandbox: 'sample data',
}

const INTRODUCTION = `${generatedHead('Platforms')}Look up a platform: handles, variants, sources of posts, settings, and how to get credentials. \`GET /platforms\` of a running service returns
the same with the status of each platform. To add one, see [adding a platform](../contribute/platform.md).`

const STAND_IN = 'An origin that replaces the platform’s own; see [stand-ins](#stand-ins).'

const AFTERWORD = `## Stand-ins

Every platform also has the setting \`<ID>_BASE_URL\`, such as \`MASTODON_BASE_URL\`: an origin that replaces the origin of every call
that reads from that platform, for a proxy, a mirror or a simulator. Paths and queries stay the same, and \`X-Forwarded-Host\` contains the
original host. The calls that connect an account, renew its token or revoke it go to the platform itself.`

const code = (text: string): string => `\`${text}\``

/** A setting's default, as an operator would write it. */
const defaultOf = (schema: object): string =>
  'default' in schema && typeof schema.default === 'string' && schema.default !== '' ? code(schema.default) : 'empty'

const meaningOf = (schema: object): string => ('description' in schema ? String(schema.description) : '')

const overview = (platforms: readonly Platform[]): string =>
  table(
    ['id', 'name', 'variants', 'source'],
    platforms.map(({ id, name, variants, sources }) => [
      `[${code(id)}](#${id})`,
      name,
      Object.keys(variants).map(code).join(', '),
      [...new Set(sources.map(({ provenance }) => PROVENANCE[provenance]))].join(', then '),
    ]),
  )

const kindOf = ({ credential }: Source): string | undefined =>
  typeof credential === 'object' ? credential.optional : credential

/** The sources of its posts, best first. */
const sourceRows = ({ sources, variants, credentials = [] }: Platform): readonly (readonly string[])[] =>
  sources.map((source) => {
    const kind = credentials.find(({ id }) => id === kindOf(source))
    return [
      PROVENANCE[source.provenance],
      code(source.provenance),
      (source.variants ?? Object.keys(variants)).map(code).join(', '),
      kind === undefined
        ? 'nothing'
        : typeof source.credential === 'object'
          ? `nothing; more posts with ${waysToSign(kind)}`
          : waysToSign(kind),
    ]
  })

/** The settings of the application that accounts are connected with. */
const applicationRows = ({ id }: Platform): readonly (readonly string[])[] =>
  (lookUp<ApplicationKeys>(APPLICATIONS, id) ?? []).map((key) => {
    const { name, meaning } = CONNECT_SETTINGS[key]
    return [code(name), 'empty', meaning]
  })

/** How to get each credential. */
const credentialSections = ({ credentials = [] }: Platform): readonly string[] =>
  credentials
    .filter(({ settings }) => settings.length > 0)
    .map(({ settings, steps }) =>
      [
        `### How to get ${settings.map(code).join(' and ')}`,
        steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      ].join('\n\n'),
    )

const section = (platform: Platform): string => {
  const { id, handles, variants, settings, refuses, keepsPictures: keepsImages } = platform
  const base = baseUrlName(id)
  const rows = [
    ...Object.entries<object>(settings.properties).map(([setting, schema]) => [
      code(setting),
      defaultOf(schema),
      meaningOf(schema),
    ]),
    ...applicationRows(platform),
    // The sandbox calls no host that could be replaced.
    ...(provenanceOf(platform) === 'sandbox' ? [] : [[code(base), 'empty', STAND_IN]]),
  ]
  return [
    platformHeading(platform),
    [`Id: ${code(id)}.`, ...(refuses === undefined ? [] : [refuses]), ...images(keepsImages)].join(' '),
    `Handles: ${handles.map(code).join(', ')}`,
    table(
      ['variant', 'which posts'],
      Object.entries(variants).map(([variant, meaning]) => [code(variant), meaning]),
    ),
    table(['source', '`source.kind`', 'variants', 'requires'], sourceRows(platform)),
    ...kindTables(platform),
    ...urlsOf(platform),
    ...(rows.length === 0 ? [] : [table(['setting', 'default', 'meaning'], rows)]),
    ...credentialSections(platform),
  ].join('\n\n')
}

const AUTHORS = { one: 'one', many: 'many' } as const
const ORDERS = { newest: 'newest first', owner: 'the owner’s', ranked: 'ranked by the platform' } as const

/** What its handles name besides accounts, and the variants that accounts do not have. */
const kindTables = (platform: Platform): readonly string[] => {
  const kinds = [...kindsOf(platform).values()].filter(({ id }) => id !== 'account')
  if (kinds.length === 0) return []
  const rows = kinds.map(({ id, meaning, handles, variants, order, authors, refuses }) => [
    code(id),
    [meaning, ...(refuses === undefined ? [] : [refuses])].join('. '),
    handles.map(code).join(', '),
    Object.keys(variants).map(code).join(', '),
    ORDERS[order],
    AUTHORS[authors],
  ])
  const added = new Map(kinds.flatMap(({ variants }) => Object.entries(variants)))
  for (const variant of Object.keys(platform.variants)) added.delete(variant)
  return [
    table(['`profile.kind`', 'what', 'handles', 'variants', 'order', 'authors'], rows),
    ...(added.size === 0
      ? []
      : [
          table(
            ['further variant', 'which posts'],
            [...added].map(([id, what]) => [code(id), what]),
          ),
        ]),
  ]
}

/** The URL patterns of its posts, and the links that redirect to one. */
const urlsOf = ({ posts }: Platform): readonly string[] => {
  if (posts === undefined) return []
  const { patterns, given = {}, short = [] } = posts
  const led = short.length === 0 ? [] : [`; links that redirect to one: ${short.map(code).join(', ')}`]
  const others = Object.keys(given)
  const named = others.length === 0 ? [] : [`; only if the platform is named: ${others.map(code).join(', ')}`]
  return [`Post URLs: ${Object.keys(patterns).map(code).join(', ')}${[...led, ...named].join('')}`]
}

/** What its terms say about copies, if known. */
const images = (keepsImages: boolean | undefined): readonly string[] => {
  if (keepsImages === undefined) return []
  return [`Its terms ${keepsImages ? 'let' : 'do not let'} a site keep copies of its images.`]
}

/** The whole page. */
export const writePlatforms = (platforms: readonly Platform[]): string =>
  `${[INTRODUCTION, overview(platforms), singlePosts(platforms), ...platforms.map(section), AFTERWORD].join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`

export const platformsDocument: GeneratedDocument = {
  path: 'docs/reference/platforms.md',
  generate: () => writePlatforms(ALL_PLATFORMS),
}
