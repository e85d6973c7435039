// docs/platforms.md, written from what the platforms say of themselves.

import type { Platform } from '../packages/service/src/platforms/platform.ts'
import { baseUrlName } from '../packages/service/src/platforms/registry.ts'

const PROVENANCE: Readonly<Record<Platform['provenance'], string>> = {
  official_api: 'its official API',
  feed: 'its feed',
  public_page: 'its public pages',
  sandbox: 'nowhere (they are made up)',
}

const INTRODUCTION = `# Platforms

What can be scanned, and what an operator can set. \`GET /platforms\` of a running service tells the same, and which of them
are ready there. This page is written by \`npm run docs\` from the platforms themselves; do not edit it.
To add one, see [adding a platform](adding-a-platform.md).`

const AFTERWORD = `## Stand-ins

Every platform also has \`<ID>_BASE_URL\`, such as \`MASTODON_BASE_URL\`: an origin that takes the place of the origin of every
call of that platform, for a proxy, a mirror or a simulator. Paths and queries stay as they are, and the host that was
meant goes along as \`X-Forwarded-Host\`.`

type Row = readonly string[]

const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
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
    [code(base), 'empty', 'An origin that takes the place of the platform’s own; see [stand-ins](#stand-ins).'],
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
    table(['setting', 'default', 'what it is for'], rows),
  ].join('\n\n')
}

/** The whole page. */
export const writePlatforms = (platforms: readonly Platform[]): string =>
  `${[INTRODUCTION, overview(platforms), ...platforms.map(section), AFTERWORD].join('\n\n')}\n`
