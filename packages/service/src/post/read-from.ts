// Where and when a post or profile was read, as responses show it: a connected account instead of the type of source.

import type { ReadFrom, SourceKind } from './post.ts'

/** `reach`: `public`, or the id of the connection. */
export const readFrom = (provenance: SourceKind, reach: string, at: number): ReadFrom => {
  const retrievedAt = new Date(at).toISOString()
  return reach === 'public'
    ? { kind: provenance, connection: null, retrievedAt }
    : { kind: 'connected', connection: reach, retrievedAt }
}
