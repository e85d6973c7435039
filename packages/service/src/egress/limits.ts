// Every number of the egress in one table. Nothing in this folder has a limit of its own,
// and no caller may raise one: a request can only ask for less.

const KIB = 1024
const MIB = 1024 * KIB

/** Bytes are bytes, `…Ms` milliseconds; a row says what happens when it is passed. */
export const LIMITS = {
  /** An address as written, a redirect's included → `link_malformed`. */
  urlCharacters: 2_048,
  /** Hops after the first → `link_redirects`. */
  redirects: 5,

  /** One absolute deadline over everything: limits per read never fire on a drip → `link_timeout`. */
  totalMs: 10_000,
  /** A and AAAA together → `link_timeout`. */
  dnsMs: 3_000,
  /** All addresses together, the TLS handshake included → `link_timeout`. */
  connectMs: 3_000,
  /** How many of a name's (vetted) addresses are tried, one after the other. */
  addresses: 3,
  /** From the request being written to the whole of the response's header → `link_timeout`. */
  firstByteMs: 5_000,

  /** The response's header, and the fields in it (interim responses included) → `link_too_large`. */
  headerBytes: 16 * KIB,
  headerFields: 200,

  /** Body bytes as sent, and after decoding, both counted as they come → `link_too_large`. */
  wireBytes: 2 * MIB,
  decodedBytes: 2 * MIB,
  /** The same for an origin that the program or its operator named: a platform's JSON. */
  trustedWireBytes: 4 * MIB,
  trustedDecodedBytes: 4 * MIB,
  /** Pieces that a body comes in: chunks of one byte are cheap to send and dear to take → `link_too_large`. */
  bodyPieces: 65_536,
  /** Decoded bytes per byte sent, looked at once so many are decoded → `link_too_large`. */
  ratio: 100,
  ratioAfterBytes: 64 * KIB,
  /** 4 MiB, no less than any body that is accepted; the format allows 16 MiB, and all of it is memory → `link_too_large`. */
  brotliWindowBits: 22,
  /** Bodies that are decoded at the same time; the others wait, within their deadline. */
  decoders: 2,

  /** Of all bodies together that are being read, decoded or worked on, and of those for one license, which leaves room for
   * the others; what does not fit waits, within its deadline → `unavailable`. Fifty of the largest pages at once hardly wait;
   * with their text, and the answers made of them, they are some two hundred mebibytes of memory. */
  bodiesBytes: 64 * MIB,
  licenseBodiesBytes: 48 * MIB,

  /** Fewer body bytes than this in any window → `link_timeout`. */
  rateBytes: KIB,
  rateWindowMs: 3_000,

  /** Of a body that nobody wants: what is read of it, and for how long, so that its server may finish. */
  unwantedBytes: KIB,
  unwantedMs: 1_000,

  /** Requests to one target host over all licenses, and of one license to all hosts → `rate_limited`. */
  hostPerMinute: 60,
  licensePerMinute: 600,
  /** Most hosts, and most licenses, that are counted at once; the one unseen for longest is forgotten first. */
  countedKeys: 10_000,

  /** Sessions of TLS that a host may offer on a connection: two are usual, and each takes work that no length of a body bounds
   * → `link_too_large`. */
  tlsSessionsOffered: 32,
  /** Sessions of TLS that are held for the next connection to a host: what one may hold, all of them, and for how long one is
   * good; the ones unused for longest are forgotten first. */
  tlsSessionBytes: 8 * KIB,
  tlsSessionsBytes: 256 * KIB,
  tlsSessionMs: 60_000,

  /** Kept connections to one trusted origin, and how long an idle one is kept. */
  keptConnections: 32,
  keptIdleMs: 15_000,
} as const satisfies Record<string, number>

export type Limits = { readonly [Name in keyof typeof LIMITS]: number }
