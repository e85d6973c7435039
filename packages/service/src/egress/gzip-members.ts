// A gzip body with something behind it that is none: a script ends with a line end, a cache writes a remark. Browsers drop it; zlib
// takes it for a member that is broken. So the members are decoded one by one, each to its own end.

import zlib from 'node:zlib'

/** RFC 1952 section 2.3: magic number, method, flags, time, extra flags, system. */
const MAGIC = [0x1f, 0x8b, 0x08] as const
const FIXED_BYTES = 10
const FLAGS_AT = 3
const FLAGS = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const
const HEADER_CRC_BYTES = 2
const EXTRA_LENGTH_BYTES = 2
/** The checksum, and the length modulo 2^32. */
const TRAILER_BYTES = 8

const beginsMember = (body: Buffer, at: number): boolean => MAGIC.every((byte, index) => body[at + index] === byte)

/** Where the text that ends in a zero byte ends. */
const behindText = (body: Buffer, at: number): number => {
  const zero = body.indexOf(0, at)
  return zero === -1 ? body.length : zero + 1
}

/** Where the deflated content of a member begins; past the end where there is none. */
const behindHeader = (body: Buffer, from: number): number => {
  const flags = body[from + FLAGS_AT] ?? FLAGS.reserved
  if ((flags & FLAGS.reserved) !== 0) return body.length
  let at = from + FIXED_BYTES
  if (flags & FLAGS.extra) {
    if (at + EXTRA_LENGTH_BYTES > body.length) return body.length
    at += EXTRA_LENGTH_BYTES + body.readUInt16LE(at)
  }
  if (flags & FLAGS.name) at = behindText(body, at)
  if (flags & FLAGS.comment) at = behindText(body, at)
  return flags & FLAGS.headerCrc ? at + HEADER_CRC_BYTES : at
}

const isSound = (made: Buffer, body: Buffer, trailer: number): boolean =>
  trailer + TRAILER_BYTES <= body.length &&
  zlib.crc32(made) === body.readUInt32LE(trailer) &&
  made.length % 2 ** 32 === body.readUInt32LE(trailer + 4)

/** What zlib made of the beginning of some bytes, and how many of them it took. */
type Inflated = { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } }
type Request = { readonly bytes: Buffer; readonly options: zlib.ZlibOptions }

/** Asks for one member after the other to be inflated. Returns undefined where what is there is not finished members, with or
 * without something else behind them. */
function* readMembers(body: Buffer, maxOutputLength: number): Generator<Request, Buffer[] | undefined, Inflated> {
  const members: Buffer[] = []
  let [at, left] = [0, maxOutputLength]
  while (beginsMember(body, at)) {
    const from = behindHeader(body, at)
    if (from >= body.length) return undefined
    const options = { info: true, maxOutputLength: Math.max(1, left) }
    const { buffer, engine } = yield { bytes: body.subarray(from), options }
    const trailer = from + engine.bytesWritten
    if (!isSound(buffer, body, trailer)) return undefined
    members.push(buffer)
    left -= buffer.length
    at = trailer + TRAILER_BYTES
  }
  return members.length > 0 && left >= 0 ? members : undefined
}

/** The deflated content of the first member, and all that is behind it. */
export const contentOfFirst = (body: Buffer): Buffer => body.subarray(behindHeader(body, 0))

/** With `info` zlib answers with more than its types say. */
const inflated = (response: unknown): Inflated => response as Inflated

const inflateOnThread = ({ bytes, options }: Request): Promise<Inflated> =>
  new Promise((resolve, reject) => {
    zlib.inflateRaw(bytes, options, (error, response) => (error ? reject(error) : resolve(inflated(response))))
  })

/** Throws what zlib throws. */
export const gunzipMembers = (body: Buffer, maxOutputLength: number): Buffer[] | undefined => {
  const members = readMembers(body, maxOutputLength)
  let step = members.next()
  while (!step.done) step = members.next(inflated(zlib.inflateRawSync(step.value.bytes, step.value.options)))
  return step.value
}

/** The same on threads. */
export const gunzipMembersOnThread = async (body: Buffer, maxOutputLength: number): Promise<Buffer[] | undefined> => {
  const members = readMembers(body, maxOutputLength)
  let step = members.next()
  while (!step.done) step = members.next(await inflateOnThread(step.value))
  return step.value
}
