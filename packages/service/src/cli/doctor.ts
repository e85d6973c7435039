// central-api doctor: what is configured, what is missing, what answers. Changes nothing but what is known of credentials that it
// tries, and ends with 1 when something is broken.

import type { Command } from 'commander'
import { checkSettings } from './doctor/check-settings.ts'
import { checkStore } from './doctor/check-store.ts'
import type { Finding, FindingState } from './doctor/finding.ts'
import type { Io } from './io.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type Style, styleFor } from './output/style.ts'
import { wrapText } from './output/text-width.ts'
import { counted } from './output/times.ts'

type DoctorOptions = { readonly online?: boolean; readonly json?: boolean }
type Section = { readonly title: string; readonly findings: readonly Finding[] }

export const registerDoctor = (command: Command, io: Io): void => {
  command
    .option('--online', 'also call each platform that has an address of its own, and try each credential')
    .option('--json', 'print one JSON document')
    .action((options: DoctorOptions) => examine(io, options))
}

const examine = async (io: Io, { online = false, json }: DoctorOptions): Promise<void> => {
  const sections = await withSpinner(io, 'Looking', () => look(io, online))
  const findings = sections.flatMap((section) => section.findings)
  const count = findings.filter(({ state }) => state === 'broken').length
  if (json) printJson(io, { ok: count === 0, findings })
  else io.out(view(sections, io))
  if (count > 0) throw new Error(`${counted(count, 'thing is', 'things are')} broken`)
  if (!json) io.out('\nNothing is broken.\n')
}

const look = async (io: Io, online: boolean): Promise<readonly Section[]> => {
  const { findings, config } = checkSettings(io.environment)
  const settings = { title: 'Settings', findings }
  // Without settings there is nothing to look for.
  if (config === undefined) return [settings]
  const { checkPlatforms } = await import('./doctor/check-platforms.ts')
  const { checkEgress } = await import('./doctor/check-egress.ts')
  const { checkServer } = await import('./doctor/check-server.ts')
  const { checkCredentials } = await import('./doctor/check-credentials.ts')
  const { checkWebhooks } = await import('./doctor/check-webhooks.ts')
  const store = await checkStore(config, io.now)
  const server = await checkServer(config)
  // What is known of credentials and budgets is in the store.
  const isThere = store.some(({ about, state }) => about === 'store' && state === 'ok')
  const known = isThere ? await checkCredentials(io, online) : { findings: [], states: new Map<string, string>() }
  const webhooks = isThere ? await checkWebhooks(io) : []
  const states = new Map([...known.states, ...server.states])
  const egress = await checkEgress(config)
  const platforms = await checkPlatforms({ config, online, now: io.now, states })
  return [
    settings,
    { title: 'Store', findings: store },
    { title: 'Platforms', findings: [egress, ...platforms, ...known.findings] },
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

const SIGNS = { ok: '✓', note: '–', broken: '✗' } as const satisfies Record<FindingState, string>
const PAINTS = { ok: 'green', note: 'yellow', broken: 'red' } as const satisfies Record<FindingState, keyof Style>

const viewOne = ({ about, state, message, next }: Finding, columns: number, style: Style): string => {
  const indented = (text: string) => wrapText(text, columns - 6).join('\n      ')
  const sign = style[PAINTS[state]](SIGNS[state])
  const lines = [
    `  ${sign} ${indented(`${about}: ${message}`)}`,
    ...(next === undefined ? [] : [`    → ${indented(next)}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
