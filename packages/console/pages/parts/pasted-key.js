// Detects license keys that operators paste, both our own and those of other shops. Only the last four characters of a key may
// leave the page, because URLs end up in proxy logs and browser histories. A text that merely looks like a key is also searched
// by its last characters, and the page says so.

const END = 4
/** The same limits as in the service's `foreign-key.ts`. */
const MIN_LENGTH = 12
const MIN_BITS = 60

/** Invisible characters that copying can leave around a key. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const HYPHENS = /[\u2010-\u2013\u2212]/g
const AROUND = /^[\p{Pi}\p{Pf}"'`([{<,.;:!?]+|[\p{Pi}\p{Pf}"'`)\]}>,.;:!?]+$/gu

/** One of our own keys, also inside other text, mistyped or truncated. */
const OURS = /ck(?:\\?_|-)(?:live|test)(?:\\?_|-)([0-9A-Za-z]+)/i
const OUR_LENGTH = 38
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const HEXADECIMAL = /^[\dA-Fa-f-]+$/
/** Keys in groups such as `X7TQ-99KL-2M4N`. */
const GROUPS = /^[\dA-Z]{4,8}(?:[-.][\dA-Z]{4,8}){2,}$/

const PRINTABLE = /^[!-~]+$/
const SEPARATORS = /[-_.:/+=~@#]/
const ALPHABETS = /** @type {const} */ ([
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
  [/^(?:[\da-z]+|[\dA-Z]+)$/, 36],
  [/^[\dA-Za-z]+$/, 62],
  [/^/, 94],
])
/** Typical parts of names: `harbor`, `HarborGallery`, `shop24`, `WP`, `2024`. */
const WORD = /^(?:[a-z]|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*\d{0,4}|[A-Z]{1,3}|\d{1,8})$/
/** `INVOICE-2024-00012` */
const NUMBERED = /^[A-Z]+(?:[-_.]\d{1,8})+$/
const IDS = /^(?:lic|order|ord|sub|cus|si|pi|ch|in|price|prod|txn)_[0-9A-Za-z]+$/
const SITE =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.)+(?:\p{Ll}{2,24}|xn--[\da-z-]+)(?::\d+)?(?:[/?#].*)?$/u
const MAIL = /^[^\s@/=]+@[^\s@]+\.[a-z]{2,24}$/i
const PARTS = /[/?&#|]+/
/** A label such as `key=` in a form, a URL or an email. */
const LABEL = /^[\p{L}_-]{1,24}[:=]/u

/** @param {string} word */
const bitsOf = (word) => {
  const characters = word.replace(new RegExp(SEPARATORS, 'g'), '')
  const [, size] = ALPHABETS.find(([pattern]) => pattern.test(characters)) ?? ALPHABETS[4]
  return characters.length * Math.log2(size)
}

/**
 * Whether a word looks randomly generated.
 * @param {string} word
 */
const isRandom = (word) => {
  if (UUID.test(word) || GROUPS.test(word)) return !NUMBERED.test(word)
  if (word.length < MIN_LENGTH || !PRINTABLE.test(word) || bitsOf(word) < MIN_BITS) return false
  if (IDS.test(word) || SITE.test(word) || MAIL.test(word) || NUMBERED.test(word)) return false
  return /^[\d\W_]+$/.test(word) || word.split(SEPARATORS).some((each) => each !== '' && !WORD.test(each))
}

/** @param {string} word */
const partsOf = (word) => word.split(PARTS).map((part) => part.replace(LABEL, ''))

/** @param {string} key */
const endOf = (key) => (HEXADECIMAL.test(key) ? key.toLowerCase() : key).slice(-END)

/**
 * The last characters of the key in a text, or undefined if it contains no key.
 * @param {string} text
 */
export const keyEndIn = (text) => {
  const tidy = text.replace(INVISIBLE, '').normalize('NFKC').replace(HYPHENS, '-').trim()
  const ours = OURS.exec(tidy.replace(/\s+/g, ''))?.[1]
  if (ours !== undefined) return ours.slice(0, OUR_LENGTH).slice(-END)
  // Email programs break lines after a hyphen.
  const unbroken = tidy.replace(/(\w-)\s+/g, '$1')
  const words = unbroken.split(/\s+/).map((word) => word.replace(AROUND, ''))
  const grouped = words.join('-')
  if (words.length > 2 && GROUPS.test(grouped) && /\d/.test(grouped)) return endOf(grouped)
  // A key may contain separators, so each word is tested as a whole first.
  const random = words.flatMap((word) => (isRandom(word) ? [word] : partsOf(word).filter(isRandom))).at(-1)
  return random === undefined ? undefined : endOf(random)
}

/**
 * The query with a license key in `search` replaced by the key's last characters.
 * @param {URLSearchParams} query
 */
export const withoutKey = (query) => {
  const end = keyEndIn(query.get('search') ?? '')
  if (end === undefined) return query
  const safe = new URLSearchParams(query)
  safe.set('search', end)
  return safe
}

/**
 * Whether a text is certainly a license key rather than a name or an id.
 * @param {string} text
 */
export const isSurelyKey = (text) =>
  OURS.test(text) || text.split(/\s+/).some((word) => UUID.test(word) || (GROUPS.test(word) && !NUMBERED.test(word)))
