// docs/platforms.md: what can be scanned, as the platforms say it of themselves.

import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import type { Platform } from '../../packages/service/src/platforms/platform.ts'
import { baseUrlName } from '../../packages/service/src/platforms/registry.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const PROVENANCE: Readonly<Record<Platform['provenance'], string>> = {
  official_api: 'its official API',
  feed: 'its feed',
  public_page: 'its public pages',
  sandbox: 'nowhere (they are made up)',
}

const INTRODUCTION = `${generatedHead('Platforms')}What can be scanned, and what an operator can set. \`GET /platforms\` of a running service tells the same, and which of them
are ready there. To add one, see [adding a platform](adding-a-platform.md).`

const STAND_IN = 'An origin that takes the place of the platform’s own; see [stand-ins](#stand-ins).'

const AFTERWORD = `## Stand-ins

Every platform also has \`<ID>_BASE_URL\`, such as \`MASTODON_BASE_URL\`: an origin that takes the place of the origin of every
call of that platform, for a proxy, a mirror or a simulator. Paths and queries stay as they are, and the host that was
meant goes along as \`X-Forwarded-Host\`.`

const code = (text: string): string => `\`${text}\``

/** A setting's default, as an operator would write it. */
const defaultOf = (schema: object): string =>
  'default' in schema && typeof schema.default === 'string' && schema.default !== '' ? code(schema.default) : 'empty'

const meaningOf = (schema: object): string => ('description' in schema ? String(schema.description) : '')

const overview = (platforms: readonly Platform[]): string =>
  table(
    ['id', 'name', 'variants', 'posts come from'],
    platforms.map(({ id, name, variants, provenance }) => [
      `[${code(id)}](#${id})`,
      name,
      Object.keys(variants).map(code).join(', '),
      PROVENANCE[provenance],
    ]),
  )

const section = ({ id, name, provenance, handles, variants, settings }: Platform): string => {
  const base = baseUrlName(id)
  const rows = [
    ...Object.entries(settings.properties).map(([setting, schema]) => [
      code(setting),
      defaultOf(schema),
      meaningOf(schema),
    ]),
    // The sandbox calls nobody, so nobody can stand in.
    ...(provenance === 'sandbox' ? [] : [[code(base), 'empty', STAND_IN]]),
  ]
  return [
    // The heading is the id alone, so that its anchor is too.
    `## ${id}`,
    `${name}. Its posts come from ${PROVENANCE[provenance]} and carry \`source.kind\` ${code(provenance)}.`,
    `Handles: ${handles.map(code).join(', ')}`,
    table(
      ['variant', 'which posts'],
      Object.entries(variants).map(([variant, meaning]) => [code(variant), meaning]),
    ),
    ...(rows.length === 0 ? [] : [table(['setting', 'default', 'what it is for'], rows)]),
  ].join('\n\n')
}

/** The whole page. */
export const writePlatforms = (platforms: readonly Platform[]): string =>
  `${[INTRODUCTION, overview(platforms), ...platforms.map(section), AFTERWORD].join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`

export const platformsDocument: GeneratedDocument = {
  path: 'docs/platforms.md',
  generate: () => writePlatforms(ALL_PLATFORMS),
}
