// Checks the settings. For a secret it only shows whether it is set.

import { idleMediaSettings } from '../../config/media-settings.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../../config/read-config.ts'
import { SECRET_SETTINGS, SETTINGS } from '../../config/settings.ts'
import { describeStore } from '../../storage/address/describe-store.ts'
import { broken, type Finding, note, ok } from './finding.ts'
import { quotedSettings } from './quoted-settings.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

export type SettingsFindings = { readonly findings: readonly Finding[]; readonly config: Config | undefined }

export const checkSettings = (environment: Environment): SettingsFindings => {
  const isSet = (name: string) => Boolean(environment[name]?.trim())
  const set = Object.values(SETTINGS).filter(({ name }) => isSet(name))
  const shown = set.map(({ name }) => ok(name, shownValue(name, environment[name]?.trim() ?? '')))
  const quoted = quotedSettings(
    environment,
    set.map(({ name }) => name),
  )
  try {
    const config = readConfig(environment)
    const rest = note('settings', `All ${set.length === 0 ? '' : 'other '}settings of the service have their defaults.`)
    return { findings: [...shown, rest, ...quoted, ...idle(environment, config), ...warningsOf(config)], config }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.problems.map((problem) =>
      broken('settings', problem, 'Correct the value. See docs/reference/settings.md.'),
    )
    const isInvalid = ({ about }: Finding) => error.problems.some((problem) => problem.startsWith(about))
    return { findings: [...shown.filter((finding) => !isInvalid(finding)), ...problems], config: undefined }
  }
}

const idle = (environment: Environment, { media }: Config): readonly Finding[] =>
  idleMediaSettings(environment, media).map((name) =>
    note(name, 'has no effect: the service serves no images', 'Set MEDIA=proxy.'),
  )

const shownValue = (name: string, value: string): string => {
  if (name === SETTINGS.databaseUrl.name) return describeStore(value)
  return SECRET_SETTINGS.has(name) ? 'is set' : value
}

const warningsOf = ({ baseUrl, host, adminToken, telemetry }: Config): Finding[] => {
  const found: Finding[] = telemetry.warnings.map((warning) => note('settings', warning))
  const { protocol, hostname } = new URL(baseUrl)
  if (!LOOPBACK.test(host) && LOOPBACK.test(hostname)) {
    found.push(
      note('BASE_URL', `is ${baseUrl}, which other machines cannot reach`, 'Set BASE_URL to the URL that clients use.'),
    )
  } else if (hostname === '0.0.0.0' || hostname === '[::]') {
    found.push(
      note('BASE_URL', `is ${baseUrl}, which clients cannot connect to`, 'Set BASE_URL to the URL that clients use.'),
    )
  } else if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    found.push(
      note(
        'BASE_URL',
        `is ${baseUrl}: keys and tokens are sent unencrypted`,
        'Run a TLS proxy in front of the service.',
      ),
    )
  }
  if (adminToken === undefined) {
    found.push(
      note(
        'ADMIN_TOKEN',
        'is not set: the admin API and the console are disabled',
        'Set ADMIN_TOKEN to a secret of at least 16 characters and restart the service. Sign in with it at /console/.',
      ),
    )
  }
  return found
}
