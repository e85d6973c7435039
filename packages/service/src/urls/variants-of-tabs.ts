// The variant that a pasted URL shows: the tab of a profile is in the path, or in a field of the query. Sends no request.

import { readSiteUrl } from './site-url.ts'

/** The path of a URL without its trailing slash, the variant, and what a field of the query must be. */
export type Tab = readonly [path: RegExp, variant: string, field?: readonly [name: string, value: RegExp]]

/** A platform's `variantsIn`. `site`: its hosts; any host when undefined. */
export const variantsOfTabs =
  (site: RegExp | undefined, tabs: readonly Tab[]) =>
  (input: string): readonly string[] | undefined => {
    const { path, query } = readSiteUrl(input.trim(), site) ?? {}
    if (path === undefined || query === undefined) return undefined
    const shown = tabs.flatMap(([pattern, variant, [name, value] = ['', /^/]]) =>
      pattern.test(path) && value.test(query.get(name) ?? '') ? [variant] : [],
    )
    return shown.length === 0 ? undefined : shown
  }
