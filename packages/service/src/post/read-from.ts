// Where and when a post or profile was read, as responses show it: a connected account instead of the type of source.

import { isoTime } from '../runtime/clock/iso-time.ts'
import type { ReadFrom, SourceKind } from './post.ts'

/** `reach`: `public`, or the id of the connection. */
export const readFrom = (provenance: SourceKind, reach: string, at: number): ReadFrom =>
  reach === 'public'
    ? { kind: provenance, connection: null, retrievedAt: isoTime(at) }
    : { kind: 'connected', connection: reach, retrievedAt: isoTime(at) }
