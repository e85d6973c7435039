// The settings that are set, and what is wrong with them. Of a secret it is only said whether it is set.

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
    const rest = note('settings', `${set.length === 0 ? 'All' : 'All others'} have their defaults.`)
    return { findings: [...shown, rest, ...quoted, ...concerns(config)], config }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const wrong = error.problems.map((problem) =>
      broken('settings', problem, 'Correct it; docs/settings.md lists them all.'),
    )
    const isWrong = ({ about }: Finding) => error.problems.some((problem) => problem.startsWith(about))
    return { findings: [...shown.filter((finding) => !isWrong(finding)), ...wrong], config: undefined }
  }
}

const shownValue = (name: string, value: string): string => {
  if (name === SETTINGS.databaseUrl.name) return describeStore(value)
  return SECRET_SETTINGS.has(name) ? 'is set' : value
}

const concerns = ({ baseUrl, host, adminToken, telemetry }: Config): Finding[] => {
  const found: Finding[] = telemetry.warnings.map((warning) => note('settings', warning))
  const { protocol, hostname } = new URL(baseUrl)
  if (!LOOPBACK.test(host) && LOOPBACK.test(hostname)) {
    found.push(note('BASE_URL', `is ${baseUrl}, which others cannot reach`, 'Set it to the address that clients use.'))
  } else if (hostname === '0.0.0.0' || hostname === '[::]') {
    found.push(note('BASE_URL', `is ${baseUrl}, which is no address`, 'Set it to the address that clients use.'))
  } else if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    found.push(
      note('BASE_URL', `is ${baseUrl}: keys and tokens travel readable`, 'Put a proxy with TLS in front of it.'),
    )
  }
  if (adminToken === undefined) {
    found.push(note('ADMIN_TOKEN', 'is not set: the operator’s API and pages are closed', 'Set it to open them.'))
  }
  return found
}
