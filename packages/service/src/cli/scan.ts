// central-api scan PLATFORM HANDLE, or a pasted text alone: tests a platform from the terminal. It uses the engine of the
// service but no license, so it charges no quota.

import type { Command } from 'commander'
import { ApiError, isApiError } from '../errors.ts'
import { contentAs } from '../runtime/content-coding/content.ts'
import { parseScan } from '../scanning/scan.ts'
import { unknownPlatform } from '../scanning/unknown-platform.ts'
import type { Io } from './io.ts'
import { withEngine } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { findPlatform, isName } from './scan/find-platform.ts'
import { type ScanData, scanView } from './scan/scan-view.ts'

type ScanOptions = { readonly variant?: string; readonly cursor?: string; readonly json?: true }

/** An operator may scan all platforms. */
const UNRESTRICTED = { license: { mode: 'live' }, plan: { platforms: null } } as const

export const registerScan = (command: Command, io: Io): void => {
  command
    .option('--variant <name>', 'the variant (default: posts)')
    .option('--cursor <cursor>', 'the nextCursor of the previous page')
    .option('--json', 'print one JSON document: the data of the scan-profile response')
    .addHelpText('after', EXAMPLES)
    .action((first: string, handle: string | undefined, options: ScanOptions, command: Command) => {
      if (handle !== undefined) return scan(io, { id: first, handle }, options)
      if (isName(first)) command.error(HANDLE_MISSING)
      return scan(io, { id: undefined, handle: first }, options)
    })
}

const EXAMPLES = `
The platform can be left out if the text names it, as a URL, name@host or !community@host does:
  central-api scan bluesky name.bsky.social
  central-api scan https://bsky.app/profile/name.bsky.social
  central-api scan @name@social.example
`

const HANDLE_MISSING = 'error: Missing argument <handle>. A name alone does not say which platform it belongs to.'

/** `id`: the platform; undefined if the handle names it. */
type Named = { readonly id: string | undefined; readonly handle: string }

const scan = (io: Io, { id, handle }: Named, { variant, cursor, json }: ScanOptions): Promise<void> =>
  withEngine(io, async ({ registry, cursors, identities, pages }) => {
    if (id !== undefined && !registry.find(id)) throw unknownPlatform(id, registry.platforms)
    const request = {
      platform: id ?? findPlatform(registry.platforms, handle),
      handle,
      ...(variant !== undefined && { variant }),
      ...(cursor !== undefined && { cursor }),
    }
    const parsed = parseScan(request, UNRESTRICTED, registry, cursors, identities, 'public')
    const { platform } = parsed
    const { page, cache } = await withSpinner(io, `Requesting ${platform.name}`, () => pages.get(parsed)).catch(
      (error: unknown) => {
        if (!isApiError(error, 'platform_not_configured')) throw error
        const { missing } = registry.settingsOf(platform.id)
        if (missing === undefined) throw error
        throw new ApiError('platform_not_configured', { message: `${platform.name} is not set up: ${missing}` })
      },
    )
    const { data } = JSON.parse((await contentAs(page.content, 'identity')).toString()) as { data: ScanData }
    if (json) printJson(io, data)
    else io.out(scanView(data, { platform, cache, io }))
  })
