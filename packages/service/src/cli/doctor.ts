// central-api doctor: checks the settings, the store, the platforms and the service. It changes nothing except the recorded state
// of credentials that it tests. It exits with status 1 if it finds a problem.

import type { Command } from 'commander'
import { checkSettings } from './doctor/check-settings.ts'
import { checkStore } from './doctor/check-store.ts'
import type { Finding, FindingState } from './doctor/finding.ts'
import type { Io } from './io.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type Style, styleFor } from './output/style.ts'
import { wrapText } from './output/text-width.ts'
import { pluralize } from './output/times.ts'

type DoctorOptions = { readonly online?: boolean; readonly json?: boolean }
type Section = { readonly title: string; readonly findings: readonly Finding[] }

export const registerDoctor = (command: Command, io: Io): void => {
  command
    .option(
      '--online',
      'also call each platform that has a fixed host, and test each credential, which uses a call of its budget',
    )
    .option('--json', 'print one JSON document')
    .action((options: DoctorOptions) => runDoctor(io, options))
}

const runDoctor = async (io: Io, { online = false, json }: DoctorOptions): Promise<void> => {
  const sections = await withSpinner(io, 'Checking', () => check(io, online))
  const findings = sections.flatMap((section) => section.findings)
  const count = findings.filter(({ state }) => state === 'broken').length
  if (json) printJson(io, { ok: count === 0, findings })
  else io.out(view(sections, io))
  if (count > 0) throw new Error(`${pluralize(count, 'problem')} found`)
  if (!json) io.out('\nNo problems found.\n')
}

const check = async (io: Io, online: boolean): Promise<readonly Section[]> => {
  const { findings, config } = checkSettings(io.environment)
  const settings = { title: 'Settings', findings }
  // All other checks need valid settings.
  if (config === undefined) return [settings]
  const { checkNames } = await import('./doctor/check-names.ts')
  const { checkPlatforms } = await import('./doctor/check-platforms.ts')
  const { checkEgress } = await import('./doctor/check-egress.ts')
  const { checkServer } = await import('./doctor/check-server.ts')
  const { checkCredentials } = await import('./doctor/check-credentials.ts')
  const { checkConnections } = await import('./doctor/check-connections.ts')
  const { checkWebhooks } = await import('./doctor/check-webhooks.ts')
  const { checkImages } = await import('./doctor/check-images.ts')
  const store = await checkStore(config, io.now)
  const server = await checkServer(config)
  // Credentials, budgets and webhooks are recorded in the store.
  const hasStore = store.some(({ about, state }) => about === 'store' && state === 'ok')
  const credentials = hasStore
    ? await checkCredentials(io, online)
    : { findings: [], states: new Map<string, string>(), untested: new Set<string>() }
  const webhooks = hasStore ? await checkWebhooks(io) : []
  const { findings: connections, connectable } = await checkConnections(io, config, hasStore, online)
  const images = await checkImages(config)
  const egress = await checkEgress(config, online)
  const platforms = await checkPlatforms({
    config,
    online,
    now: io.now,
    states: credentials.states,
    untested: credentials.untested,
    running: server.platforms,
    connectable,
  })
  return [
    { ...settings, findings: [...findings, ...(await checkNames(config))] },
    { title: 'Store', findings: store },
    { title: 'Platforms', findings: [egress, ...platforms, ...credentials.findings] },
    ...(connections.length === 0 ? [] : [{ title: 'Connected accounts', findings: connections }]),
    ...(images.length === 0 ? [] : [{ title: 'Images', findings: images }]),
    ...(webhooks.length === 0 ? [] : [{ title: 'Webhooks', findings: webhooks }]),
    { title: 'Server', findings: [server.finding] },
  ]
}

const view = (sections: readonly Section[], io: Io): string => {
  const style = styleFor(io)
  return sections
    .map(
      ({ title, findings }) =>
        `${style.bold(title)}\n${findings.map((each) => viewOne(each, io.columns, style)).join('')}`,
    )
    .join('\n')
}

const MARKS = { ok: '✓', note: '–', broken: '✗' } as const satisfies Record<FindingState, string>
const PAINTS = { ok: 'green', note: 'yellow', broken: 'red' } as const satisfies Record<FindingState, keyof Style>

/** A message that is the predicate of the setting or part that it is about. */
const VERB = /^(?:is|are|differs|contains) /

const viewOne = ({ about, state, message, next }: Finding, columns: number, style: Style): string => {
  const indented = (text: string) => wrapText(text, columns - 6).join('\n      ')
  const mark = style[PAINTS[state]](MARKS[state])
  const lines = [
    `  ${mark} ${indented(VERB.test(message) ? `${about} ${message}` : `${about}: ${message}`)}`,
    ...(next === undefined ? [] : [`    → ${indented(next)}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
