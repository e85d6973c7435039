// Assumed values that were not measured: a rented database server, the network, platforms, and the load.

export const ASSUMED = {
  /** One PostgreSQL server. Its cores are assumed to be as fast as the measured ones. */
  databaseCores: 16,
  /** A flush of a network disk; the measured disk takes a fifth of it. */
  flushMs: 1,
  /** From a replica to the database and back, in one zone. */
  networkMs: 0.5,
  /** Connections of the server, behind a pooler. */
  connections: 256,
  upstream: { medianMs: 300, p99Ms: 2_000 },
  /** The seconds between two requests of a license with ten thousand scans a month. */
  secondsBetweenScans: 250,
  /** The most profiles that are simulated; they represent all. */
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
