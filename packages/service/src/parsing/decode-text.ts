// Decodes the bytes of a response to text. The charset is found as in the Encoding and HTML standards: BOM, header,
// declaration in the document. If the bytes contradict all of these, the bytes win. It never fails: what cannot be
// decoded becomes U+FFFD.

import { isAscii, isUtf8, transcode } from 'node:buffer'
import { knownMediaType, type MediaType } from './read-media-type.ts'
import { repairC1 } from './repair-character.ts'
import { walkTags } from './walk-tags.ts'

const REPLACEMENT = 0xfffd
const LAST_ASCII = 0x7f
/** The UTF-8 lead byte of U+0080 to U+00BF, and the last trail byte of those that are control characters. */
const [C1_LEAD, LAST_C1] = [0xc2, 0x9f]
const MAX_TESTS = 10_000
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** The assumed kind of the bytes, which decides where a declaration is looked for. */
export type TextKind = 'html' | 'xml' | 'text'

export type DecodedText = {
  readonly text: string
  /** The Encoding standard's name, such as `utf-8` or `windows-1252`. */
  readonly charset: string
}

/** Yields between pieces of work, each of which takes milliseconds. */
export type Decoding = Generator<void, DecodedText>

// https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
const PRESCAN_BYTES = 1024
const SNIFF_BYTES = 512
const XML_ENCODING = /^\s{0,64}<\?xml\s[^>]{0,256}?\bencoding\s*=\s*(?:"([^"]{1,64})"|'([^']{1,64})')/i
const CONTENT_CHARSET = /charset\s*=\s*["']?\s*([^\s;"']{1,64})/i
const META_TAG = /<meta[\s/]([^>]*)/gi
const ATTRIBUTE = /([^\s"'>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The byte order mark. */
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const
const SIGNATURES = [
  { bytes: UTF8_MARK, charset: 'utf-8' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  // `<?` in UTF-16 without a byte order mark: https://www.w3.org/TR/xml/#sec-guessing-no-ext-info
  { bytes: [0x3c, 0x00, 0x3f, 0x00], charset: 'utf-16le' },
  { bytes: [0x00, 0x3c, 0x00, 0x3f], charset: 'utf-16be' },
] as const

const TEXTUAL_TYPES = new Set([
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/json',
  'application/x-javascript',
  'application/x-ndjson',
  'application/xml',
  'application/xml-dtd',
  'application/yaml',
])

const startsWith = (body: Buffer, bytes: readonly number[]) =>
  body.length >= bytes.length && bytes.every((byte, index) => body[index] === byte)

const charsetBySignature = (body: Buffer): string | undefined =>
  SIGNATURES.find(({ bytes }) => startsWith(body, bytes))?.charset

const firstGroup = (match: RegExpExecArray | null): string | undefined => match?.slice(1).find((group) => group)

// A declaration that was read as ASCII cannot be in UTF-16. x-user-defined stands for binary data.
const ASCII_READABLE: Readonly<Record<string, string>> = { 'utf-16be': 'utf-8', 'utf-16le': 'utf-8' }

type Attribute = (name: string) => string | undefined

/** The charset that a `<meta>` declares. */
const charsetOfMeta = (attribute: Attribute): string | undefined => {
  const direct = attribute('charset')?.trim()
  if (direct) return direct
  const isPragma = attribute('http-equiv')?.trim().toLowerCase() === 'content-type'
  return isPragma ? firstGroup(CONTENT_CHARSET.exec(attribute('content') ?? '')) : undefined
}

const metaCharset = (prefix: string): string | undefined => {
  for (const [, source = ''] of prefix.replace(/<!--.*?(?:-->|$)/gs, ' ').matchAll(META_TAG)) {
    const attributes = new Map<string, string>()
    for (const [, name = '', ...values] of source.matchAll(ATTRIBUTE)) {
      const key = name.toLowerCase()
      if (!attributes.has(key)) attributes.set(key, values.find((value) => value !== undefined) ?? '')
    }
    const charset = charsetOfMeta((name) => attributes.get(name))
    if (charset) return charset
  }
  return undefined
}

const ESCAPE = 0x1b

/** Whether another charset could decode it differently. ISO-2022-JP is ASCII with escapes. */
const isInDoubt = (body: Buffer): boolean => !isUtf8(body) || (isAscii(body) && body.includes(ESCAPE))

/** A declaration after the first bytes counts if nothing else names a charset
 * (https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing). */
const lateCharset = (body: Buffer): string | undefined => {
  let charset: string | undefined
  walkTags(body.toString('latin1'), ({ name, isEnd, attributes }) => {
    if (name !== 'meta' || isEnd) return false
    const reported = attributes()
    charset = charsetOfMeta((key) => reported[key])
    return Boolean(charset)
  })
  return charset
}

const DECLARATIONS: Readonly<Record<TextKind, (prefix: string) => string | undefined>> = {
  html: (prefix) => metaCharset(prefix) ?? firstGroup(XML_ENCODING.exec(prefix)),
  xml: (prefix) => firstGroup(XML_ENCODING.exec(prefix)),
  text: () => undefined,
}

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const declaredDecoder = (label: string): TextDecoder => {
  const wanted = label.trim().toLowerCase() === 'x-user-defined' ? 'windows-1252' : label
  const decoder = decoderFor(wanted)
  return new TextDecoder(ASCII_READABLE[decoder?.encoding ?? ''] ?? decoder?.encoding ?? 'utf-8')
}

const kindOf = (type: MediaType | undefined, body: Buffer): TextKind => {
  const essence = type?.essence ?? ''
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'html'
  if (/[/+]xml$/.test(essence)) return 'xml'
  const start = body.subarray(0, SNIFF_BYTES).toString('latin1').trimStart()
  if (start.startsWith('<?xml')) return 'xml'
  if (essence !== '' && essence !== 'text/plain') return 'text'
  return start.startsWith('<') ? 'html' : 'text'
}

/** Charsets in which any bytes are valid text. */
const SINGLE_BYTE = /^(?:windows-|iso-8859-|koi8-|ibm866|macintosh|x-mac-)/

/** Text that is valid UTF-8 beyond ASCII is UTF-8, whatever single-byte charset is declared. */
const isUnicode = ({ encoding }: TextDecoder, body: Buffer): boolean =>
  encoding === 'utf-8' || (SINGLE_BYTE.test(encoding) && isUtf8(body) && !isAscii(body))

/** Decodes UTF-8, unless more non-ASCII sequences are broken than valid. Then it decodes Latin. A declaration counts
 * like one valid character: a single broken byte is an accident. */
function* decodeUtf8(body: Buffer, declarations: number): Decoding {
  // ASCII needs no repair and is the same in every charset.
  if (isAscii(body)) return { text: body.toString('latin1'), charset: 'utf-8' }
  const decoded = isUtf8(body) ? { text: textOf(body), charset: 'utf-8' } : yield* decodeWith(new TextDecoder(), body)
  if (!decoded.text.includes('\uFFFD')) return decoded
  yield
  const { broken, whole } = countBeyondAscii(decoded.text)
  return broken > whole + declarations ? yield* decodeWith(new TextDecoder('windows-1252'), body) : decoded
}

/** Size from which a text is stored in one byte a character, if possible. */
const LEAST_NARROWED = 256 * 1024
/** Lead bytes of characters beyond U+00FF, first the most frequent ones: those of `’` and `😀`. */
const WIDE_LEADS = [0xe2, 0xf0, ...Array.from({ length: 0xf5 - 0xc4 }, (_, index) => 0xc4 + index)]

/** Decodes valid UTF-8. It searches the bytes, at memory speed, rather than the text. */
const textOf = (body: Buffer): string => {
  // A TextDecoder never returns a one-byte string. A one-byte string takes half the memory and is faster to search. For
  // short texts, which are joined with wider ones, this is not worth it.
  const isLatin = body.length >= LEAST_NARROWED && !WIDE_LEADS.some((lead) => body.includes(lead))
  const text = isLatin ? transcode(body, 'utf8', 'latin1').toString('latin1') : new TextDecoder().decode(body)
  return holdsC1(body) ? repairC1(text) : text
}

/** Whether UTF-8 contains a control character of U+0080 to U+009F, or too many of U+0080 to U+00BF to test each. */
const holdsC1 = (body: Buffer): boolean => {
  let at = body.indexOf(C1_LEAD)
  for (let count = 0; at !== -1; count += 1) {
    if (count === MAX_TESTS || (body[at + 1] ?? 0) <= LAST_C1) return true
    at = body.indexOf(C1_LEAD, at + 1)
  }
  return false
}

/** Counts broken and valid non-ASCII characters. A loop over code units: a million matches of a pattern take 100 ms. */
const countBeyondAscii = (text: string): { readonly broken: number; readonly whole: number } => {
  let [broken, whole] = [0, 0]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === REPLACEMENT) broken += 1
    else if (unit > LAST_ASCII && !isLowSurrogate(unit)) whole += 1
  }
  return { broken, whole }
}

/** The charsets of East Asia decode slowly, and slowest if the bytes are broken. */
const PIECE_BYTES = 64 * 1024

function* decodeWith(decoder: TextDecoder, body: Buffer): Decoding {
  let text = ''
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    if (from > 0) yield
    const to = from + PIECE_BYTES
    text += repairC1(decoder.decode(body.subarray(from, to), { stream: to < body.length }))
  }
  return { text, charset: decoder.encoding }
}

type Belief = {
  readonly decoder: TextDecoder
  /** Whether the bytes cannot contradict it. */
  readonly isCertain: boolean
  /** Number of declarations. */
  readonly declarations: number
}

const certain = (decoder: TextDecoder): Belief => ({ decoder, isCertain: true, declarations: 1 })
const declaredBy = (decoder: TextDecoder): Belief => ({ decoder, isCertain: false, declarations: 1 })

/** By BOM, then the header's charset, then the declaration in the document; UTF-8 if no label is known. */
const believe = (body: Buffer, contentType: string | undefined, as: TextKind | undefined): Belief => {
  const signature = charsetBySignature(body)
  if (signature) return certain(new TextDecoder(signature))
  const type = knownMediaType(contentType)
  const header = type?.charset === undefined ? undefined : decoderFor(type.charset)
  if (header) return declaredBy(header)
  const kind = as ?? kindOf(type, body)
  const prefix = body.subarray(0, PRESCAN_BYTES).toString('latin1')
  const early = DECLARATIONS[kind](prefix)
  const isLate = early === undefined && kind === 'html' && body.length > PRESCAN_BYTES && isInDoubt(body)
  const declared = isLate ? lateCharset(body) : early
  if (declared) return declaredBy(declaredDecoder(declared))
  if (type?.charset !== undefined) return certain(new TextDecoder())
  return { decoder: new TextDecoder(), isCertain: false, declarations: 0 }
}

const decodeAs = ({ decoder, isCertain, declarations }: Belief, body: Buffer): Decoding =>
  !isCertain && isUnicode(decoder, body) ? decodeUtf8(body, declarations) : decodeWith(decoder, body)

const finish = (decoding: Decoding): DecodedText => {
  let step = decoding.next()
  while (step.done !== true) step = decoding.next()
  return step.value
}

/** Decodes the body; `kind` replaces the sniffed kind. */
export const decodeText = (body: Buffer, contentType: string | undefined, kind?: TextKind): DecodedText =>
  finish(decodeAs(believe(body, contentType, kind), body))

/** The same in pieces, for callers that must not block the event loop. */
export const decodeInPieces = (body: Buffer, contentType: string | undefined): Decoding =>
  decodeAs(believe(body, contentType, undefined), body)

const REPLACEMENT_BYTES = Buffer.from('\uFFFD')
const [REPLACEMENT_LEAD = 0] = REPLACEMENT_BYTES

/** Most texts contain no such lead byte, which is found at memory speed. */
const holdsReplacement = (body: Buffer): boolean => body.includes(REPLACEMENT_LEAD) && body.includes(REPLACEMENT_BYTES)

/** Whether the bytes are their own UTF-8 text, without repairs and ambiguity. */
const isSoundUtf8 = (body: Buffer): boolean =>
  isAscii(body) || (isUtf8(body) && !holdsC1(body) && !holdsReplacement(body))

/** The result of decodeText in UTF-8: the same bytes if possible. */
export const utf8Of = (body: Buffer, contentType: string | undefined, kind?: TextKind): Buffer => {
  const belief = believe(body, contentType, kind)
  const { encoding } = belief.decoder
  const isSound = (encoding === 'utf-8' || SINGLE_BYTE.test(encoding)) && isSoundUtf8(body)
  if (!isSound) return Buffer.from(finish(decodeAs(belief, body)).text)
  return startsWith(body, UTF8_MARK) ? body.subarray(UTF8_MARK.length) : body
}

// https://mimesniff.spec.whatwg.org/#binary-data-byte
const isBinaryByte = (byte: number) =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)

/** Formats that start like text but are binary. */
const DOCUMENT_SIGNATURES = ['%PDF-', '%!PS-Adobe-'].map((signature) => Buffer.from(signature))

const looksTextual = (body: Buffer): boolean => {
  if (charsetBySignature(body)) return true
  if (DOCUMENT_SIGNATURES.some((signature) => body.subarray(0, signature.length).equals(signature))) return false
  return !body.subarray(0, SNIFF_BYTES).some(isBinaryByte)
}

/** Whether to return a body as text: by its type, or by its first bytes if the type says nothing. `text/plain` without
 * a charset says nothing: servers send it for unknown content. */
export const isTextual = (contentType: string | undefined, body: Buffer): boolean => {
  const type = knownMediaType(contentType)
  if (type === undefined || (type.essence === 'text/plain' && type.charset === undefined)) return looksTextual(body)
  return type.essence.startsWith('text/') || /\+(?:json|xml)$/.test(type.essence) || TEXTUAL_TYPES.has(type.essence)
}
