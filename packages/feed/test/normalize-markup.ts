// Brings the markup of two renderers into one form: what differs only in how it is escaped, or follows from where a feed stands, is made
// the same. Everything else stays, in its order.

/** How the kit writes characters that WordPress would change. */
const HEXADECIMAL = /&#x([0-9a-f]+);/g
const WORDS = /data-words="([^"]*)"/g
const STREAM_ID = /(<div) id="central-posts-[\w-]+"(?= class="central-posts-stream)/g
const CARD_ID = /(?<=<article id=")central-posts-[\w-]+(?=")/g
const MORE = /(?<=central-posts-more" href=")[^"]*/g

const decode = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#039;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

const sorted = (json: string): string => JSON.stringify(Object.entries(JSON.parse(json) as object).sort())

export const normalizeMarkup = (html: string): string => {
  const ids = new Map<string, string>()
  return html
    .replace(HEXADECIMAL, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&#038;', '&amp;')
    .replace(WORDS, (_, words: string) => `data-words='${sorted(decode(words))}'`)
    .replace(STREAM_ID, '$1')
    .replace(MORE, 'more')
    .replace(CARD_ID, (id) => {
      ids.set(id, ids.get(id) ?? `card-${ids.size}`)
      return ids.get(id) ?? ''
    })
    .replaceAll('<', '\n<')
}
