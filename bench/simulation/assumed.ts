// What was not measured and is assumed: a database server as one rents it, the network, platforms, and what is asked for.

export const ASSUMED = {
  /** One PostgreSQL server. Its cores are taken to be as fast as those that were measured. */
  databaseCores: 16,
  /** A flush of a disk on the network; the one that was measured flushes in a fifth of it. */
  flushMs: 1,
  /** From a replica to the database and back, in one zone. */
  networkMs: 0.5,
  /** Connections of the server, behind a pooler. */
  connections: 256,
  upstream: { medianMs: 300, p99Ms: 2_000 },
  /** A license that uses ten thousand scans a month asks once in about so many seconds. */
  secondsBetweenScans: 250,
  /** So many profiles at most stand for all. */
  mostProfiles: 50_000,
  licenseExponent: 0.5,
  profileExponent: 0.8,
  /** 64 MB of pages of 16 KB. */
  memoryPages: 3_800,
  freshSeconds: 300,
  staleSeconds: 600,
  maxInFlight: 4_000,
  lookForChangesEveryMs: 250,
} as const
