// central-api scan PLATFORM HANDLE: tries a platform from the terminal, through the engine that the server scans with, but
// without a license: nothing is counted.

import type { Command } from 'commander'
import { ApiError, isApiError } from '../errors.ts'
import { contentAs } from '../runtime/content-coding/content.ts'
import { parseScan } from '../scanning/scan.ts'
import type { Io } from './io.ts'
import { withEngine } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type ScanData, scanView } from './scan/scan-view.ts'

type ScanOptions = { readonly variant?: string; readonly cursor?: string; readonly json?: true }

/** The operator may scan everything. */
const EVERYTHING = { license: { mode: 'live' }, plan: { platforms: null } } as const

export const registerScan = (command: Command, io: Io): void => {
  command
    .option('--variant <name>', 'which posts (default: posts)')
    .option('--cursor <cursor>', 'the page behind the one that gave this cursor')
    .option('--json', 'print one JSON document: data of scan-profile’s answer')
    .action((platform: string, handle: string, options: ScanOptions) => scan(io, platform, handle, options))
}

const scan = (io: Io, id: string, handle: string, { variant, cursor, json }: ScanOptions): Promise<void> =>
  withEngine(io, async ({ registry, cursors, identities, pages }) => {
    const request = {
      platform: id,
      handle,
      ...(variant !== undefined && { variant }),
      ...(cursor !== undefined && { cursor }),
    }
    const parsed = parseScan(request, EVERYTHING, registry, cursors, identities)
    const { platform } = parsed
    const { page, cache } = await withSpinner(io, `Asking ${platform.name}`, () => pages.get(parsed)).catch(
      (error: unknown) => {
        if (!isApiError(error, 'platform_not_configured')) throw error
        const missing = registry.settingsOf(id).missing ?? error.message
        throw new ApiError('platform_not_configured', { message: `${platform.name} is not set up here: ${missing}` })
      },
    )
    const { data } = JSON.parse((await contentAs(page.content, 'identity')).toString()) as { data: ScanData }
    if (json) printJson(io, data)
    else io.out(scanView(data, { platform, cache, io }))
  })
