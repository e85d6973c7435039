// docs/reference/settings.md: the settings of the service and of every platform.

import { SETTINGS } from '../../packages/service/src/config/settings.ts'
import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import { POSTS_ONLY } from '../../packages/service/src/platforms/posts-only.ts'
import type { Platform } from '../../packages/service/src/upstream/contract/platform.ts'
import { baseUrlName } from '../../packages/service/src/upstream/registry.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const HEAD = ['name', 'default', 'meaning'] as const

const INTRODUCTION = `${generatedHead('Settings')}Configure the service with environment variables. None is required to try the service: each has a
default, or turns on something that is off without it. To change settings, write them before the command:

\`\`\`sh
PORT=9090 LOG_LEVEL=debug npm start
\`\`\`

The service reads the settings once at startup, and names every invalid one. It logs a warning for a variable whose name resembles a
setting. White space around a value is ignored. An empty value is the same as none.`

const ABOUT_PLATFORMS = `## The platforms

A platform without a required setting returns \`platform_not_configured\`; other platforms are not affected. A setting \`…_BASE_URL\` is an
origin that replaces the platform’s own: a proxy, a mirror, a simulator. See [platforms](platforms.md).`

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const serviceRows = (): readonly (readonly string[])[] =>
  Object.values(SETTINGS).map(({ name, fallback, meaning }) => [code(name), code(fallback), meaning])

const platformRows = ({ id, settings }: Platform): readonly (readonly string[])[] => [
  ...Object.entries(settings.properties).map(([name, schema]) => {
    const fallback = 'default' in schema ? String(schema.default) : ''
    const meaning = 'description' in schema ? String(schema.description) : ''
    return [code(name), code(fallback), meaning]
  }),
  [code(baseUrlName(id)), '', 'Origin that replaces the platform’s own.'],
]

const POSTS_ONLY_MEANING = 'Origin that replaces that of its oEmbed endpoint, if it has one.'

const postsOnlyRows = (): readonly (readonly string[])[] =>
  POSTS_ONLY.map(({ id }) => [code(baseUrlName(id)), '', POSTS_ONLY_MEANING])

const generate = (): string =>
  `${[
    INTRODUCTION,
    '## The service',
    table(HEAD, serviceRows()).trimEnd(),
    ABOUT_PLATFORMS,
    ...ALL_PLATFORMS.flatMap((platform) => [`### ${platform.name}`, table(HEAD, platformRows(platform)).trimEnd()]),
    '### Platforms whose posts are only validated',
    table(HEAD, postsOnlyRows()).trimEnd(),
  ].join('\n\n')}\n`

export const settingsDocument: GeneratedDocument = { path: 'docs/reference/settings.md', generate }
