// One platform at a time, for a thread that reads what few of them answer: each that is loaded is memory of its own there.

import { memoize } from '../runtime/event-loop/memoize.ts'
import type { Platform } from '../upstream/contract/platform.ts'

/** The platform of an id. Rejects where there is none, or a file of the operator's is wrong. */
export type LoadPlatform = (id: string) => Promise<Platform>

/** `files`: those that `PLATFORMS` names. */
export const createPlatformLoader = (files: readonly string[]): LoadPlatform => {
  const findOwn = memoize(async () => {
    const { loadPlatforms } = await import('./load-platforms.ts')
    const { own } = await loadPlatforms(files)
    return new Map(own.map(({ platform }) => [platform.id, platform]))
  })
  const find = async (id: string): Promise<Platform> =>
    (files.length === 0 ? undefined : (await findOwn()).get(id)) ?? ofTree(id)
  // Node looks a module up anew each time that it is imported.
  const loaded = new Map<string, Platform>()
  return async (id) => {
    const platform = loaded.get(id) ?? (await find(id))
    loaded.set(id, platform)
    return platform
  }
}

/** The file of a platform is named as its folder and as what it exports: its id. */
const ofTree = async (id: string): Promise<Platform> => (await import(`./${id}/${id}.ts`))[id]
