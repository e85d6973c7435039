// Every number of the egress in one table. Nothing in this folder has a limit of its own, and a caller can only lower
// one.

const KIB = 1024
const MIB = 1024 * KIB

/** `…Ms` are milliseconds. Each row names the error when it is exceeded. */
export const LIMITS = {
  /** Of a URL as written, also that of a redirect → `link_malformed`. */
  urlCharacters: 2_048,
  /** Hops after the first → `link_redirects`. */
  redirects: 5,

  /** One absolute deadline for everything: a slow drip never exceeds limits per read → `link_timeout`. */
  totalMs: 10_000,
  /** A and AAAA together → `link_timeout`. */
  dnsMs: 3_000,
  /** All addresses together, TLS handshake included → `link_timeout`. */
  connectMs: 3_000,
  /** Vetted addresses of a name that are tried, one after the other. */
  addresses: 3,
  /** From sending the request to receiving the complete header → `link_timeout`. */
  firstByteMs: 5_000,

  /** Of the header, and fields in it, interim responses included → `link_too_large`. */
  headerBytes: 16 * KIB,
  headerFields: 200,

  /** Of a body as sent, and after decoding, both counted as they arrive → `link_too_large`. */
  wireBytes: 2 * MIB,
  decodedBytes: 2 * MIB,
  /** The same for an origin that the program or its operator configured: a platform's JSON. */
  trustedWireBytes: 4 * MIB,
  trustedDecodedBytes: 4 * MIB,
  /** Pieces of a body: chunks of one byte are cheap to send and expensive to receive → `link_too_large`. */
  bodyPieces: 65_536,
  /** Decoded bytes for each byte sent, checked after so many decoded bytes → `link_too_large`. */
  ratio: 100,
  ratioAfterBytes: 64 * KIB,
  /** 4 MiB, no less than any accepted body. The format allows 16 MiB, all of it memory → `link_too_large`. */
  brotliWindowBits: 22,
  /** Bodies that decode at the same time. Others wait, within their deadline. */
  decoders: 2,

  /** Of all bodies that are read, decoded or processed, and of those of one license, which leaves memory for the
   * others. A body that does not fit waits, within its deadline → `unavailable`. Fifty of the largest pages at the
   * same time hardly wait. With their text and the responses built from them, they take about 200 MiB of memory. */
  bodiesBytes: 64 * MIB,
  licenseBodiesBytes: 48 * MIB,

  /** Fewer body bytes in any window → `link_timeout`. */
  rateBytes: KIB,
  rateWindowMs: 3_000,

  /** Bytes and time that an unneeded body is still read for, so that its server can finish. */
  unwantedBytes: KIB,
  unwantedMs: 1_000,

  /** Requests to one host of all licenses, and of one license to all hosts → `rate_limited`. */
  hostPerMinute: 60,
  licensePerMinute: 600,
  /** Hosts and licenses that are counted; the one unused for longest is forgotten first. */
  countedKeys: 10_000,

  /** TLS sessions that a host may offer on a connection. Two are usual, and each costs work that no body limit covers →
   * `link_too_large`. */
  tlsSessionsOffered: 32,
  /** TLS sessions kept for the next connection to a host: bytes of one, bytes of all, and their lifetime. The one
   * unused for longest is forgotten first. */
  tlsSessionBytes: 8 * KIB,
  tlsSessionsBytes: 256 * KIB,
  tlsSessionMs: 60_000,

  /** Kept connections to one trusted origin, and how long an idle one is kept. */
  keptConnections: 32,
  keptIdleMs: 15_000,
} as const satisfies Record<string, number>

export type Limits = { readonly [Name in keyof typeof LIMITS]: number }
