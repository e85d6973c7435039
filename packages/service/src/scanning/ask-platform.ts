// Asks a platform for one page, with all that it needs in its hands, and waits no longer than the deadline, whatever the
// platform does.

import { type SetTimer, setRealTimer } from '../egress/deadline.ts'
import { ApiError } from '../errors.ts'
import type { PlatformPage } from '../platforms/platform.ts'
import type { Registry } from '../platforms/registry.ts'
import { createMemo } from './memo.ts'
import type { Scan } from './scan.ts'
import { type Upstream, waitFor } from './upstream.ts'

export type AskPlatformOptions = {
  readonly registry: Registry
  readonly upstream: Upstream
  readonly now: () => number
  readonly freshMs: number
  /** All that one page may take, upstream. */
  readonly deadlineMs: number
  readonly pageSize: number
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly setTimer?: SetTimer
}

export type AskPlatform = (scan: Scan, signal: AbortSignal, licenseId?: string) => Promise<PlatformPage>

export const createAskPlatform = (options: AskPlatformOptions): AskPlatform => {
  const { registry, upstream, now, freshMs, deadlineMs, pageSize, wait = waitFor, setTimer = setRealTimer } = options
  const memo = createMemo({ now, freshMs })

  /** Waits, but never past the deadline. */
  const waitUntil = (deadline: number, signal: AbortSignal) => async (milliseconds: number) => {
    const leftMs = Math.max(0, deadline - now())
    await wait(Math.min(milliseconds, leftMs), signal)
    if (milliseconds > leftMs) throw new ApiError('platform_timeout')
  }

  return async ({ platform, key }, signal, licenseId) => {
    const { settings, baseUrl, missing } = registry.settingsOf(platform.id)
    if (missing !== undefined) throw new ApiError('platform_not_configured')
    const deadline = now() + deadlineMs
    const { handle, variant, after } = key

    let receivedBytes = 0
    const onBytes = (bytes: number) => {
      receivedBytes += bytes
    }
    const target = { platform: platform.id, origins: platform.origins, baseUrl, licenseId, signal, deadline, onBytes }
    const scope = `${platform.id} ${handle}`

    const { promise: expired, reject } = Promise.withResolvers<never>()
    const callOffTimer = setTimer(() => reject(new ApiError('platform_timeout')), deadlineMs)
    const asked = (async () =>
      platform.page({
        http: upstream(target),
        settings,
        now,
        memo: memo.of({ scope, signal, receivedBytes: () => receivedBytes }),
        handle,
        variant,
        after,
        limit: pageSize,
        wait: waitUntil(deadline, signal),
      }))()
    try {
      return await Promise.race([asked, expired])
    } finally {
      callOffTimer()
    }
  }
}
