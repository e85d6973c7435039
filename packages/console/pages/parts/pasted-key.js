// License keys that operators paste, ours and those of other shops, of which no more than the last four characters may leave the
// page: addresses stand in logs of proxies and in histories of browsers. What looks like a key without being one is searched by
// its end, too, and the page says so.

const END = 4
/** As the service takes keys of other shops: `foreign-key.ts`. */
const LEAST = 12
const LEAST_BITS = 60

/** Characters without a look of their own, which copying leaves around a key. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const HYPHENS = /[\u2010-\u2013\u2212]/g
const AROUND = /^[\p{Pi}\p{Pf}"'`([{<,.;:!?]+|[\p{Pi}\p{Pf}"'`)\]}>,.;:!?]+$/gu

/** In whatever stands around it, also mistyped or cut. */
const OURS = /ck(?:\\?_|-)(?:live|test)(?:\\?_|-)([0-9A-Za-z]+)/i
const SIGNS = 38
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const HEXADECIMAL = /^[\dA-Fa-f-]+$/
/** Keys in groups, of which none is a word: `X7TQ-99KL-2M4N`. */
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
/** What people make names of: `harbor`, `HarborGallery`, `shop24`, `WP`, `2024`. */
const WORD = /^(?:[a-z]|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*\d{0,4}|[A-Z]{1,3}|\d{1,8})$/
/** `INVOICE-2024-00012` */
const NUMBERED = /^[A-Z]+(?:[-_.]\d{1,8})+$/
const IDS = /^(?:lic|order|ord|sub|cus|si|pi|ch|in|price|prod|txn)_[0-9A-Za-z]+$/
const SITE =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.)+(?:\p{Ll}{2,24}|xn--[\da-z-]+)(?::\d+)?(?:[/?#].*)?$/u
const MAIL = /^[^\s@/=]+@[^\s@]+\.[a-z]{2,24}$/i
const PARTS = /[/?&#|]+/
/** `key=` of a form, a URL or a mail. */
const LABEL = /^[\p{L}_-]{1,24}[:=]/u

/** @param {string} word */
const bitsOf = (word) => {
  const signs = word.replace(new RegExp(SEPARATORS, 'g'), '')
  const [, size] = ALPHABETS.find(([pattern]) => pattern.test(signs)) ?? ALPHABETS[4]
  return signs.length * Math.log2(size)
}

/**
 * Whether it was drawn and not thought up, as far as it shows.
 * @param {string} word
 */
const isDrawn = (word) => {
  if (UUID.test(word) || GROUPS.test(word)) return !NUMBERED.test(word)
  if (word.length < LEAST || !PRINTABLE.test(word) || bitsOf(word) < LEAST_BITS) return false
  if (IDS.test(word) || SITE.test(word) || MAIL.test(word) || NUMBERED.test(word)) return false
  return /^[\d\W_]+$/.test(word) || word.split(SEPARATORS).some((each) => each !== '' && !WORD.test(each))
}

/** @param {string} word */
const partsOf = (word) => word.split(PARTS).map((part) => part.replace(LABEL, ''))

/** @param {string} key */
const endOf = (key) => (HEXADECIMAL.test(key) ? key.toLowerCase() : key).slice(-END)

/**
 * The last characters of the key in a text; undefined where there is none.
 * @param {string} text
 */
export const keyEndIn = (text) => {
  const tidy = text.replace(UNSEEN, '').normalize('NFKC').replace(HYPHENS, '-').trim()
  const ours = OURS.exec(tidy.replace(/\s+/g, ''))?.[1]
  if (ours !== undefined) return ours.slice(0, SIGNS).slice(-END)
  // Mail programs break lines behind a hyphen.
  const unbroken = tidy.replace(/(\w-)\s+/g, '$1')
  const words = unbroken.split(/\s+/).map((word) => word.replace(AROUND, ''))
  const grouped = words.join('-')
  if (words.length > 2 && GROUPS.test(grouped) && /\d/.test(grouped)) return endOf(grouped)
  // A key may hold what parts others: as a whole first.
  const drawn = words.flatMap((word) => (isDrawn(word) ? [word] : partsOf(word).filter(isDrawn))).at(-1)
  return drawn === undefined ? undefined : endOf(drawn)
}

/**
 * A query without a key in what it searches for.
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
 * Whether a text is a key for certain, and no name or id.
 * @param {string} text
 */
export const isSurelyKey = (text) =>
  OURS.test(text) || text.split(/\s+/).some((word) => UUID.test(word) || (GROUPS.test(word) && !NUMBERED.test(word)))
