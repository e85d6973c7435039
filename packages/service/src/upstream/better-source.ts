// What the operator has to set so that a platform uses a better source than now.

import type { SourceKind } from '../post/post.ts'
import type { Platform } from './contract/platform.ts'
import type { Registry } from './registry.ts'

const KINDS: Readonly<Record<SourceKind, string>> = {
  official_api: 'official API',
  feed: 'feed',
  public_page: 'public pages',
  sandbox: 'sandbox',
}

const LIST = new Intl.ListFormat('en')

type Known = Pick<Registry, 'isUsable' | 'settingsOf'>

/** A sentence with the missing settings, what they give, and the variants that are unavailable without them; undefined if the platform
 * uses its best source, or none. */
export const betterSource = (platform: Platform, { isUsable, settingsOf }: Known): string | undefined => {
  const { sources, variants, credentials = [], id } = platform
  const best = sources.findIndex((source) => isUsable(platform, source))
  const better = sources.slice(0, Math.max(0, best)).find(({ credential }) => typeof credential === 'string')
  const kind = credentials.find((each) => each.id === better?.credential)
  if (better === undefined || kind === undefined) return undefined
  const { settings } = settingsOf(id)
  const names = kind.settings.filter((name) => !settings[name])
  if (names.length === 0) return undefined
  const all = Object.keys(variants)
  const served = sources.flatMap((source) => (isUsable(platform, source) ? (source.variants ?? all) : []))
  const lacking = all.filter((variant) => !served.includes(variant))
  const without =
    lacking.length === 0
      ? ''
      : ` Without it, the variant${lacking.length === 1 ? '' : 's'} ${LIST.format(lacking)} cannot be scanned.`
  return `Set ${LIST.format(names)} to use its ${KINDS[better.provenance]}.${without}`
}
