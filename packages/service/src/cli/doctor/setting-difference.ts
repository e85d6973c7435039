// Compares the credentials in the settings of this shell with those of the running service, which may have been started with others.

import type { Platform } from '../../upstream/contract/platform.ts'
import type { Registry } from '../../upstream/registry.ts'
import type { RunningPlatform } from './check-server.ts'

/** The settings of the first source that only one of the two can use, such as `X_ID and X_SECRET`. */
export type SettingDifference = { readonly onlyHere?: string; readonly onlyRunning?: string }

const LIST = new Intl.ListFormat('en')

/** `running`: undefined if no service responds. */
export const settingDifference = (
  platform: Platform,
  { isUsable }: Pick<Registry, 'isUsable'>,
  running: RunningPlatform['sources'] | undefined,
): SettingDifference => {
  const settingsWhere = (isHere: boolean): string | undefined => {
    const source = platform.sources.find(
      (each) => isUsable(platform, each) === isHere && running?.get(each.id) === !isHere,
    )
    const kind = platform.credentials?.find(({ id }) => id === source?.credential)
    return kind && LIST.format(kind.settings)
  }
  const [onlyHere, onlyRunning] = [settingsWhere(true), settingsWhere(false)]
  return { ...(onlyHere !== undefined && { onlyHere }), ...(onlyRunning !== undefined && { onlyRunning }) }
}
