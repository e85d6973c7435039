// Environment → config. Reports everything that is wrong at once, by name, and never shows a value that may be a secret.

import { type AllowList, parseAllowList } from '../egress/allow-list.ts'
import { readTelemetry, type TelemetryConfig } from './read-telemetry.ts'
import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Settings = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

type OwnSettings = Omit<Settings, keyof typeof TELEMETRY_SETTINGS>

export type Config = Omit<OwnSettings, 'egressAllow' | 'baseUrl' | 'contactUrl'> & {
  readonly baseUrl: string
  readonly contactUrl: string
  readonly egressAllow: AllowList
  readonly telemetry: TelemetryConfig
  /** What the platforms read their own settings from. */
  readonly environment: Environment
}

/** What is wrong with the settings, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Throws ConfigError. */
export const readConfig = (environment: Environment): Config => {
  const problems: string[] = []
  const attempt = <T>(name: string, read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      problems.push(message.startsWith(name) ? message : `${name} ${message}`)
      return undefined
    }
  }

  const read: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(SETTINGS)) {
    read[key] = attempt(setting.name, () => setting.read(environment[setting.name]?.trim() || setting.fallback))
  }
  const settings = read as Settings
  const egressAllow = attempt(SETTINGS.egressAllow.name, () => parseAllowList(settings.egressAllow ?? ''))
  if (problems.length > 0 || egressAllow === undefined) throw new ConfigError(problems)

  const baseUrl =
    settings.baseUrl ?? `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`
  const contactUrl = settings.contactUrl ?? baseUrl
  return { ...ownOf(settings), baseUrl, contactUrl, egressAllow, telemetry: readTelemetry(settings), environment }
}

/** Those that are told one by one. */
const ownOf = (settings: Settings): OwnSettings => {
  const own = Object.entries(settings).filter(([key]) => !Object.hasOwn(TELEMETRY_SETTINGS, key))
  return Object.fromEntries(own) as OwnSettings
}
