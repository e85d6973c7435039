// Bytes of an answer → Unicode text, as the Encoding and HTML standards find a charset: BOM, then the header, then the
// document's own declaration; and as the bytes have it, where they say that none of it is so. It never fails: what cannot be
// decoded becomes U+FFFD.

import { isAscii, isUtf8, transcode } from 'node:buffer'
import { knownMediaType, type MediaType } from './read-media-type.ts'
import { repairC1 } from './repair-character.ts'
import { walkTags } from './walk-tags.ts'

const REPLACEMENT = 0xfffd
const LAST_ASCII = 0x7f
/** What U+0080 to U+00BF begin with in UTF-8, and the last byte of those that are control characters. */
const [C1_LEAD, LAST_C1] = [0xc2, 0x9f]
const MOST_LOOKS = 10_000
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** What the bytes are believed to be, which decides where a declaration is looked for. */
export type TextKind = 'html' | 'xml' | 'text'

export type DecodedText = {
  readonly text: string
  /** The Encoding standard's name, such as `utf-8` or `windows-1252`. */
  readonly charset: string
}

/** Pauses between pieces of the work, each of which takes milliseconds. */
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

// A declaration that was read as ASCII cannot be in UTF-16, whatever it says; x-user-defined stands for binary data.
const ASCII_READABLE: Readonly<Record<string, string>> = { 'utf-16be': 'utf-8', 'utf-16le': 'utf-8' }

type Attribute = (name: string) => string | undefined

/** What a `<meta>` says of the charset. */
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

/** Whether another charset would make another text of it: ISO-2022-JP is ASCII with escapes. */
const isInDoubt = (body: Buffer): boolean => !isUtf8(body) || (isAscii(body) && body.includes(ESCAPE))

/** A declaration behind the first bytes counts where nothing else has said what the bytes are.
 * https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing */
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

/** Any bytes are text in these, so that only a declaration speaks for them. */
const SINGLE_BYTE = /^(?:windows-|iso-8859-|koi8-|ibm866|macintosh|x-mac-)/

/** What bytes that are declared so mean: text that is UTF-8 throughout is nothing else, whatever it is called. */
const isUnicode = ({ encoding }: TextDecoder, body: Buffer): boolean =>
  encoding === 'utf-8' || (SINGLE_BYTE.test(encoding) && isUtf8(body) && !isAscii(body))

/**
 * UTF-8, unless more of what is beyond ASCII breaks its rules than keeps them. Then it is Latin. A declaration weighs as much
 * as one character: a single byte that is broken is an accident.
 */
function* decodeUtf8(body: Buffer, declarations: number): Decoding {
  // Nothing of it is read in two ways, and nothing is to be repaired.
  if (isAscii(body)) return { text: body.toString('latin1'), charset: 'utf-8' }
  const decoded = isUtf8(body) ? { text: textOf(body), charset: 'utf-8' } : yield* decodeWith(new TextDecoder(), body)
  if (!decoded.text.includes('\uFFFD')) return decoded
  yield
  const { broken, whole } = countBeyondAscii(decoded.text)
  return broken > whole + declarations ? yield* decodeWith(new TextDecoder('windows-1252'), body) : decoded
}

/** Bytes of a text that is held in a byte a character where it can be. */
const LEAST_NARROWED = 256 * 1024
/** What characters beyond U+00FF begin with in UTF-8: first what most texts have that hold any, `’` and `😀`. */
const WIDE_LEADS = [0xe2, 0xf0, ...Array.from({ length: 0xf5 - 0xc4 }, (_, index) => 0xc4 + index)]

/** Text of UTF-8 that is as it should be. Its bytes are searched, each for itself at the speed of memory, not what it becomes. */
const textOf = (body: Buffer): string => {
  // Engines can hold such a text in a byte a character, but never hold one of a decoder so: half the memory, and quicker to
  // search. Not worth it in a short one, all of which is read and put together with wider characters.
  const isLatin = body.length >= LEAST_NARROWED && !WIDE_LEADS.some((lead) => body.includes(lead))
  const text = isLatin ? transcode(body, 'utf8', 'latin1').toString('latin1') : new TextDecoder().decode(body)
  return holdsC1(body) ? repairC1(text) : text
}

/** Whether UTF-8 holds a control character of U+0080 to U+009F, or too many others of U+0080 to U+00BF to look at each. */
const holdsC1 = (body: Buffer): boolean => {
  let at = body.indexOf(C1_LEAD)
  for (let count = 0; at !== -1; count += 1) {
    if (count === MOST_LOOKS || (body[at + 1] ?? 0) <= LAST_C1) return true
    at = body.indexOf(C1_LEAD, at + 1)
  }
  return false
}

/** Characters beyond ASCII, by what became of them. A loop over code units: a million matches of a pattern take 100 ms. */
const countBeyondAscii = (text: string): { readonly broken: number; readonly whole: number } => {
  let [broken, whole] = [0, 0]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === REPLACEMENT) broken += 1
    else if (unit > LAST_ASCII && !isLowSurrogate(unit)) whole += 1
  }
  return { broken, whole }
}

/** The charsets of East Asia are slow to decode, and slowest where the bytes are broken. */
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
  /** Whether the bytes are not asked. */
  readonly isCertain: boolean
  /** How often it is said. */
  readonly declarations: number
}

const certain = (decoder: TextDecoder): Belief => ({ decoder, isCertain: true, declarations: 1 })
const declaredBy = (decoder: TextDecoder): Belief => ({ decoder, isCertain: false, declarations: 1 })

/** By BOM, then the header's charset, then the declaration inside; where no label is known, UTF-8. */
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

/** Text as it is believed to be written. */
export const decodeText = (body: Buffer, contentType: string | undefined, kind?: TextKind): DecodedText =>
  finish(decodeAs(believe(body, contentType, kind), body))

/** The same for who may not hold the event loop. */
export const decodeInPieces = (body: Buffer, contentType: string | undefined): Decoding =>
  decodeAs(believe(body, contentType, undefined), body)

const REPLACEMENT_BYTES = Buffer.from('\uFFFD')
const [REPLACEMENT_LEAD = 0] = REPLACEMENT_BYTES

/** Most texts hold nothing that begins so, which is found at the speed of memory. */
const holdsReplacement = (body: Buffer): boolean => body.includes(REPLACEMENT_LEAD) && body.includes(REPLACEMENT_BYTES)

/** Whether it decodes to what it is, with nothing to be repaired, and nothing that might be read in another way. */
const isSoundUtf8 = (body: Buffer): boolean =>
  isAscii(body) || (isUtf8(body) && !holdsC1(body) && !holdsReplacement(body))

/** What decodeText makes of it, in UTF-8: the bytes as they came, if they are so. */
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

/** Formats that begin like text and are none. */
const DOCUMENT_SIGNATURES = ['%PDF-', '%!PS-Adobe-'].map((signature) => Buffer.from(signature))

const looksTextual = (body: Buffer): boolean => {
  if (charsetBySignature(body)) return true
  if (DOCUMENT_SIGNATURES.some((signature) => body.subarray(0, signature.length).equals(signature))) return false
  return !body.subarray(0, SNIFF_BYTES).some(isBinaryByte)
}

/** Whether a body is to be handed on as text: by its type, or by its first bytes where the type says nothing.
 * `text/plain` without a charset says nothing: servers send it for whatever they do not know. */
export const isTextual = (contentType: string | undefined, body: Buffer): boolean => {
  const type = knownMediaType(contentType)
  if (type === undefined || (type.essence === 'text/plain' && type.charset === undefined)) return looksTextual(body)
  return type.essence.startsWith('text/') || /\+(?:json|xml)$/.test(type.essence) || TEXTUAL_TYPES.has(type.essence)
}
