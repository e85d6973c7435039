// docs/settings.md: the settings of the service and of every platform.

import type { TObject } from 'typebox'
import { SETTINGS } from '../../packages/service/src/config/settings.ts'
import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import type { Platform } from '../../packages/service/src/platforms/platform.ts'
import { baseUrlName } from '../../packages/service/src/platforms/registry.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const HEAD = ['name', 'default', 'meaning'] as const

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

type Described = { readonly default?: unknown; readonly description?: unknown }

const platformRows = ({ id, name, settings, provenance }: Platform): readonly (readonly string[])[] => {
  const own = Object.entries((settings as TObject).properties).map(([setting, schema]) => {
    const { default: fallback, description } = schema as Described
    return [`\`${setting}\``, code(typeof fallback === 'string' ? fallback : ''), String(description ?? '')]
  })
  const base = [`\`${baseUrlName(id)}\``, '', `Origin to call instead of that of ${name}: a proxy or a stand-in.`]
  return provenance === 'sandbox' ? own : [...own, base]
}

const platformSection = (platform: Platform): string => {
  const rows = platformRows(platform)
  return rows.length === 0 ? '' : `\n### ${platform.name}\n\n${table(HEAD, rows)}`
}

const generate = (): string =>
  `${generatedHead('Settings')}All settings are environment variables. None has to be set to try the service. White space around a value is ignored,
and an empty value is the same as none. The service checks all of them at its start and names every one that is wrong.

## The service

${table(
  HEAD,
  Object.values(SETTINGS).map(({ name, fallback, meaning }) => [`\`${name}\``, code(fallback), meaning]),
)}
## The platforms

A platform that lacks a setting it needs answers \`platform_not_configured\`; the others are not affected. The setting
\`…_BASE_URL\` takes the place of the origin of every call that the platform makes; the host that was meant travels in
\`X-Forwarded-Host\`.
${ALL_PLATFORMS.map(platformSection).join('')}`

export const settingsDocument: GeneratedDocument = { path: 'docs/settings.md', generate }
