// A gzip body with other data after it, such as a line end of a script or a comment of a cache. Browsers drop that
// data; zlib takes it for a broken member. So the members are decoded one by one, each to its own end.

import zlib from 'node:zlib'

/** RFC 1952, section 2.3: magic number, method, flags, time, extra flags, system. */
const MAGIC = [0x1f, 0x8b, 0x08] as const
const FIXED_BYTES = 10
const FLAGS_AT = 3
const FLAGS = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const
const HEADER_CRC_BYTES = 2
const EXTRA_LENGTH_BYTES = 2
/** Checksum and length modulo 2^32. */
const TRAILER_BYTES = 8

const beginsMember = (body: Buffer, at: number): boolean => MAGIC.every((byte, index) => body[at + index] === byte)

/** The offset after the next zero byte. */
const afterText = (body: Buffer, at: number): number => {
  const zero = body.indexOf(0, at)
  return zero === -1 ? body.length : zero + 1
}

/** The offset of a member's deflated content, or the end of the body if there is none. */
const afterHeader = (body: Buffer, from: number): number => {
  const flags = body[from + FLAGS_AT] ?? FLAGS.reserved
  if ((flags & FLAGS.reserved) !== 0) return body.length
  let at = from + FIXED_BYTES
  if (flags & FLAGS.extra) {
    if (at + EXTRA_LENGTH_BYTES > body.length) return body.length
    at += EXTRA_LENGTH_BYTES + body.readUInt16LE(at)
  }
  if (flags & FLAGS.name) at = afterText(body, at)
  if (flags & FLAGS.comment) at = afterText(body, at)
  return flags & FLAGS.headerCrc ? at + HEADER_CRC_BYTES : at
}

const isValid = (made: Buffer, body: Buffer, trailer: number): boolean =>
  trailer + TRAILER_BYTES <= body.length &&
  zlib.crc32(made) === body.readUInt32LE(trailer) &&
  made.length % 2 ** 32 === body.readUInt32LE(trailer + 4)

/** The output of zlib, and how many bytes of input it took. */
type Inflated = { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } }
type Request = { readonly bytes: Buffer; readonly options: zlib.ZlibOptions }

/** Yields one member after the other to be inflated. Returns undefined if the body does not start with complete
 * members. */
function* readMembers(body: Buffer, maxOutputLength: number): Generator<Request, Buffer[] | undefined, Inflated> {
  const members: Buffer[] = []
  let [at, left] = [0, maxOutputLength]
  while (beginsMember(body, at)) {
    const from = afterHeader(body, at)
    if (from >= body.length) return undefined
    const options = { info: true, maxOutputLength: Math.max(1, left) }
    const { buffer, engine } = yield { bytes: body.subarray(from), options }
    const trailer = from + engine.bytesWritten
    if (!isValid(buffer, body, trailer)) return undefined
    members.push(buffer)
    left -= buffer.length
    at = trailer + TRAILER_BYTES
  }
  return members.length > 0 && left >= 0 ? members : undefined
}

/** The deflated content of the first member, and everything after it. */
export const contentOfFirst = (body: Buffer): Buffer => body.subarray(afterHeader(body, 0))

/** With `info`, zlib returns more than its types say. */
const inflated = (response: unknown): Inflated => response as Inflated

const inflateOnThread = ({ bytes, options }: Request): Promise<Inflated> =>
  new Promise((resolve, reject) => {
    zlib.inflateRaw(bytes, options, (error, response) => (error ? reject(error) : resolve(inflated(response))))
  })

/** Throws zlib's error. */
export const gunzipMembers = (body: Buffer, maxOutputLength: number): Buffer[] | undefined => {
  const members = readMembers(body, maxOutputLength)
  let step = members.next()
  while (!step.done) step = members.next(inflated(zlib.inflateRawSync(step.value.bytes, step.value.options)))
  return step.value
}

/** The same on a thread. */
export const gunzipMembersOnThread = async (body: Buffer, maxOutputLength: number): Promise<Buffer[] | undefined> => {
  const members = readMembers(body, maxOutputLength)
  let step = members.next()
  while (!step.done) step = members.next(await inflateOnThread(step.value))
  return step.value
}
