// central-api platforms [PLATFORM]: lists the platforms, or shows one, and their missing settings. It does not open the store.

import type { Command } from 'commander'
import type { Environment } from '../config/read-config.ts'
import { SETTINGS } from '../config/settings.ts'
import type { PlatformDescription } from '../platforms/describe-platforms.ts'
import { unknownPlatform } from '../scanning/unknown-platform.ts'
import { betterSource } from '../upstream/better-source.ts'
import { createRegistry } from '../upstream/registry.ts'
import type { Io } from './io.ts'
import { printJson } from './output/print-json.ts'
import { shellQuoted } from './output/shell-quoted.ts'
import { type Style, styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { wrapText } from './output/text-width.ts'

const LABEL_COLUMNS = 8

export const registerPlatforms = (command: Command, io: Io): void => {
  command.option('--json', 'print one JSON document').action(async (id: string | undefined, { json }: JsonOption) => {
    const all = await describe(io.environment)
    const platforms = id === undefined ? all : all.filter((platform) => platform.id === id)
    if (id !== undefined && platforms.length === 0) throw unknownPlatform(id, all)
    if (json) printJson(io, platforms)
    else io.out(view(platforms, io))
  })
}

type JsonOption = { readonly json?: true }

/** Like `GET /platforms`, without the state, which only a running service knows, and with the missing settings, which only the
 * operator may see. */
type Described = PlatformDescription & {
  readonly missing: string | null
  /** What to set for a better source than the present one. */
  readonly better: string | null
}

const describe = async (environment: Environment): Promise<readonly Described[]> => {
  const { loadPlatforms } = await import('../platforms/load-platforms.ts')
  const { describePlatforms } = await import('../platforms/describe-platforms.ts')
  const { platforms } = await loadPlatforms(SETTINGS.platforms.read(environment[SETTINGS.platforms.name] ?? ''))
  const registry = createRegistry(platforms, environment)
  return describePlatforms(registry).map((description, at) => {
    const platform = platforms[at]
    return {
      ...description,
      missing: registry.settingsOf(description.id).missing ?? null,
      better: (platform && betterSource(platform, registry)) ?? null,
    }
  })
}

const view = (platforms: readonly Described[], io: Io): string => {
  const style = styleFor(io)
  const sections = platforms.map((platform) => viewOne(platform, io, style))
  const [only] = platforms.length === 1 ? platforms : []
  const example = only === undefined ? 'sandbox demo' : `${only.id} ${shellQuoted(only.handles[0] ?? '')}`
  return `${sections.join('\n')}\nTest a platform: npx --no-install central-api scan ${example}\n`
}

const viewOne = (
  { id, name, variants, handles, missing, better }: Described,
  { columns }: Io,
  style: Style,
): string => {
  const state = missing !== null ? '– not set up' : better === null ? '✓ set up' : '– uses a fallback source'
  const paint = missing === null && better === null ? style.green : style.yellow
  const advice = missing ?? better
  const needs = advice === null ? [] : wrapText(advice, columns - 4).map((line) => `    ${style.yellow(line)}\n`)
  const label = (text: string, at: number) => (at === 0 ? text : '').padEnd(LABEL_COLUMNS)
  // Handles can be long. A table of their own keeps the columns of the variants narrow.
  const parts = [
    variants.map((variant, at) => [label('variants', at), variant.id, variant.meaning]),
    handles.map((handle, at) => [label('handles', at), handle]),
  ]
  const heading = `${style.bold(id)}  ${name}  ${paint(state)}\n`
  return heading + [...needs, ...parts.map((part) => table(part, { indent: '    ' }))].join('')
}
