// Parses the environment into the config. Reports all invalid settings together, and never shows a value that may be a secret.

import { type AllowList, parseAllowList } from '../egress/allow-list.ts'
import { unevenApplications } from './connect-settings.ts'
import { unevenMedia } from './media-settings.ts'
import { isTelemetryKey, readTelemetry, splitProblems, type TelemetryConfig } from './read-telemetry.ts'
import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'
import { unusableApplications } from './unusable-applications.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Settings = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

type OwnSettings = Omit<Settings, keyof typeof TELEMETRY_SETTINGS>

export type Config = Omit<OwnSettings, 'egressAllow' | 'baseUrl' | 'contactUrl'> & {
  readonly baseUrl: string
  readonly contactUrl: string
  readonly egressAllow: AllowList
  readonly telemetry: TelemetryConfig
  /** The source of the platforms' settings. */
  readonly environment: Environment
}

/** Lists the invalid settings, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const lineOf = (name: string, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return message.startsWith(name) ? message : `${name} ${message}`
}

/** All settings, and the problem of each invalid one by its key. An invalid setting has its default value. */
const readAll = (textOf: (name: string) => string) => {
  const values: Record<string, unknown> = {}
  const problems = new Map<string, string>()
  for (const [key, setting] of Object.entries(SETTINGS)) {
    try {
      values[key] = setting.read(textOf(setting.name) || setting.fallback)
    } catch (error) {
      problems.set(key, lineOf(setting.name, error))
      values[key] = setting.read(setting.fallback)
    }
  }
  return { settings: values as Settings, problems }
}

const readAllowList = (text: string, problems: string[]): AllowList | undefined => {
  try {
    return parseAllowList(text)
  } catch (error) {
    problems.push(lineOf(SETTINGS.egressAllow.name, error))
    return undefined
  }
}

/** A host as part of a URL: IPv6 addresses need brackets and must not have a zone (https://url.spec.whatwg.org/#concept-ipv6-parser). */
export const hostInUrl = (host: string): string => {
  if (!host.includes(':')) return host
  const [address = ''] = host.split('%', 1)
  return `[${address}]`
}

/** Throws ConfigError. */
export const readConfig = (environment: Environment): Config => {
  const textOf = (name: string): string => environment[name]?.trim() ?? ''
  const { settings, problems: all } = readAll(textOf)
  const isSet = (key: keyof typeof TELEMETRY_SETTINGS) => textOf(TELEMETRY_SETTINGS[key].name) !== ''
  const telemetryProblems = new Map([...all].flatMap(([key, problem]) => (isTelemetryKey(key) ? [[key, problem]] : [])))
  const { fatal, warnings } = splitProblems(telemetryProblems, settings, isSet)
  const problems = [...[...all].flatMap(([key, problem]) => (isTelemetryKey(key) ? [] : [problem])), ...fatal]
  const egressAllow = readAllowList(settings.egressAllow, problems)
  problems.push(...unevenApplications(settings), ...unusableApplications(settings), ...unevenMedia(settings))
  if (problems.length > 0 || egressAllow === undefined) throw new ConfigError(problems)

  const baseUrl = settings.baseUrl ?? `http://${hostInUrl(settings.host)}:${settings.port}`
  const contactUrl = settings.contactUrl ?? baseUrl
  const telemetry = readTelemetry(settings, warnings)
  return { ...withoutTelemetry(settings), baseUrl, contactUrl, egressAllow, telemetry, environment }
}

const withoutTelemetry = (settings: Settings): OwnSettings => {
  const own = Object.entries(settings).filter(([key]) => !isTelemetryKey(key))
  return Object.fromEntries(own) as OwnSettings
}
