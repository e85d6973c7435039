// How many images all processes of the service render at the same time.

import { availableParallelism } from 'node:os'
import type { Config } from './read-config.ts'

/** Rendering must not slow scans down, and each process takes much memory. */
const MAX_RENDERS = 2

export const rendersOf = ({ mediaRenders }: Pick<Config, 'mediaRenders'>): number =>
  mediaRenders ?? Math.max(1, Math.min(MAX_RENDERS, availableParallelism() - 1))
