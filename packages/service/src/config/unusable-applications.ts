// Applications in the settings that cannot work: an id that is listed twice, and what stands in examples.

import { APPLICATIONS, CONNECT_SETTINGS } from './connect-settings.ts'

/** What people copy from a guide and forget to replace. */
const PLACEHOLDER = /^(?:<.*>|\[.*\]|\{.*\}|x{3,}|\.{3}|…|change[-_ ]?me|todo|placeholder|(?:your|my)[-_ ].+)$/i

/** The problems, without the values: some are secrets. */
export const unusableApplications = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.values(APPLICATIONS).flatMap(([id, ...others]) => {
    const itemsOf = (key: string) => (settings[key] ?? []) as readonly string[]
    const ids = itemsOf(id)
    return [
      ...(new Set(ids).size === ids.length ? [] : [`${CONNECT_SETTINGS[id].name} lists an id twice`]),
      ...[id, ...others]
        .filter((key) => itemsOf(key).some((item) => PLACEHOLDER.test(item)))
        .map((key) => `${CONNECT_SETTINGS[key].name} has a placeholder: set it to what the platform shows`),
    ]
  })
