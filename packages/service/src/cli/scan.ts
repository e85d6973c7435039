// central-api scan PLATFORM HANDLE: tests a platform from the terminal. It uses the engine of the service but no license, so it
// charges no quota.

import type { Command } from 'commander'
import { ApiError, isApiError } from '../errors.ts'
import { contentAs } from '../runtime/content-coding/content.ts'
import { parseScan } from '../scanning/scan.ts'
import type { Io } from './io.ts'
import { withEngine } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type ScanData, scanView } from './scan/scan-view.ts'
import { requirePlatform } from './unknown-platform.ts'

type ScanOptions = { readonly variant?: string; readonly cursor?: string; readonly json?: true }

/** An operator may scan all platforms. */
const UNRESTRICTED = { license: { mode: 'live' }, plan: { platforms: null } } as const

export const registerScan = (command: Command, io: Io): void => {
  command
    .option('--variant <name>', 'the variant (default: posts)')
    .option('--cursor <cursor>', 'the nextCursor of the previous page')
    .option('--json', 'print one JSON document: the data of the scan-profile response')
    .action((platform: string, handle: string, options: ScanOptions) => scan(io, platform, handle, options))
}

const scan = (io: Io, id: string, handle: string, { variant, cursor, json }: ScanOptions): Promise<void> =>
  withEngine(io, async ({ registry, cursors, identities, pages }) => {
    requirePlatform(id, registry.platforms)
    const request = {
      platform: id,
      handle,
      ...(variant !== undefined && { variant }),
      ...(cursor !== undefined && { cursor }),
    }
    const parsed = parseScan(request, UNRESTRICTED, registry, cursors, identities)
    const { platform } = parsed
    const { page, cache } = await withSpinner(io, `Requesting ${platform.name}`, () => pages.get(parsed)).catch(
      (error: unknown) => {
        if (!isApiError(error, 'platform_not_configured')) throw error
        const missing = registry.settingsOf(id).missing ?? error.message
        throw new ApiError('platform_not_configured', { message: `${platform.name} is not set up: ${missing}` })
      },
    )
    const { data } = JSON.parse((await contentAs(page.content, 'identity')).toString()) as { data: ScanData }
    if (json) printJson(io, data)
    else io.out(scanView(data, { platform, cache, io }))
  })
