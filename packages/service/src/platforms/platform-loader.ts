// Loads platforms one by one, for worker threads: each module that is loaded takes memory in each thread.

import { memoize } from '../runtime/event-loop/memoize.ts'
import type { Platform } from '../upstream/contract/platform.ts'

/** Rejects when no platform has the id, or when a file of `PLATFORMS` is wrong. */
export type LoadPlatform = (id: string) => Promise<Platform>

/** `files`: the files that `PLATFORMS` names. */
export const createPlatformLoader = (files: readonly string[]): LoadPlatform => {
  const findOwn = memoize(async () => {
    const { loadPlatforms } = await import('./load-platforms.ts')
    const { own } = await loadPlatforms(files)
    return new Map(own.map(({ platform }) => [platform.id, platform]))
  })
  const find = async (id: string): Promise<Platform> =>
    (files.length === 0 ? undefined : (await findOwn()).get(id)) ?? ofTree(id)
  // Node resolves a module again on every import.
  const loaded = new Map<string, Platform>()
  return async (id) => {
    const platform = loaded.get(id) ?? (await find(id))
    loaded.set(id, platform)
    return platform
  }
}

/** A platform's folder, file and export all have its id as their name. */
const ofTree = async (id: string): Promise<Platform> => (await import(`./${id}/${id}.ts`))[id]
