// Converts X's text and its entities to plain text and HTML. In X's texts, `&`, `<` and `>` are escaped, and entities count code
// points of that form. When the counts do not match the text, the entity is searched after the one before.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml, plainText } from '../../post/text.ts'
import { writtenHtml } from '../../post/written-html.ts'

export type RichText = { readonly text: string | null; readonly html: string | null; readonly tags: readonly unknown[] }

type Mark = {
  readonly start: number
  readonly end: number
  /** As in the text, except for the sign and the case. */
  readonly source: string
  /** undefined: the entity is left out. */
  readonly shown: string | undefined
  readonly url: string
}

const SITE = 'https://x.com'
/** The longest text has fewer entities. */
const MAX_MARKS = 1_000

type Read = (entity: JsonObject, isLeftOut: (url: JsonObject) => boolean) => Omit<Mark, 'start' | 'end'> | undefined

const bySign = (field: string, sign: string, urlOf: (name: string) => string): Read => {
  return (entity) => {
    const name = stringOrNull(entity[field])
    return name === null ? undefined : { source: sign + name, shown: sign + name, url: urlOf(encodeURIComponent(name)) }
  }
}

const KINDS: readonly (readonly [list: string, read: Read])[] = [
  [
    'urls',
    (entity, isLeftOut) => {
      const source = stringOrNull(entity.url)
      const url = absoluteUrl(entity.expanded_url) ?? absoluteUrl(source)
      if (source === null || url === null) return undefined
      return { source, shown: isLeftOut(entity) ? undefined : url, url }
    },
  ],
  ['hashtags', bySign('tag', '#', (tag) => `${SITE}/hashtag/${tag}`)],
  ['cashtags', bySign('tag', '$', (tag) => `${SITE}/search?q=%24${tag}`)],
  ['mentions', bySign('username', '@', (name) => `${SITE}/${name}`)],
]

/** `isLeftOut`: whether the post already shows the target of an entity of `urls`. */
export const readRichText = (
  value: unknown,
  entities: unknown,
  isLeftOut: (url: JsonObject) => boolean = () => false,
): RichText => {
  const escaped = typeof value === 'string' ? value : ''
  const known = jsonObject(entities)
  const offsets = offsetsOf(escaped)
  let text = ''
  let html = ''
  let from = 0
  for (const mark of marksOf(known, isLeftOut)) {
    const at = placeOf(mark, escaped, offsets, from)
    if (at === undefined) continue
    const between = unescapeText(escaped.slice(from, at))
    const before = mark.shown === undefined ? between.trimEnd() : between
    const end = at + mark.source.length
    const shown = mark.shown !== undefined && mark.shown !== mark.url ? escaped.slice(at, end) : (mark.shown ?? '')
    text += before + shown
    html += escapeText(before) + (shown === '' ? '' : linkHtml(mark.url, shown))
    from = end
  }
  const rest = unescapeText(escaped.slice(from))
  const plain = plainText(text + rest)
  return {
    text: plain,
    html: plain === null ? null : writtenHtml(html + escapeText(rest)),
    tags: jsonList(known.hashtags).map((entity) => jsonObject(entity).tag),
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

export const unescapeText = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (name) => ESCAPES[name] ?? name)

const marksOf = (entities: JsonObject, isLeftOut: (url: JsonObject) => boolean): readonly Mark[] =>
  KINDS.flatMap(([list, read]) =>
    jsonList(entities[list])
      .slice(0, MAX_MARKS)
      .map(jsonObject)
      .flatMap((entity): Mark[] => {
        const { start, end } = entity
        const mark = read(entity, isLeftOut)
        return mark && typeof start === 'number' && typeof end === 'number' ? [{ ...mark, start, end }] : []
      }),
  ).toSorted((one, other) => one.start - other.start)

/** Code point → its index in the string. */
const offsetsOf = (text: string): readonly number[] => {
  const offsets = [0]
  let at = 0
  for (const character of text) {
    at += character.length
    offsets.push(at)
  }
  return offsets
}

/** Signs may be full-width. */
const isSame = (found: string, source: string): boolean =>
  found.length === source.length && found.slice(1).toLowerCase() === source.slice(1).toLowerCase()

const placeOf = (
  { start, end, source }: Mark,
  text: string,
  offsets: readonly number[],
  from: number,
): number | undefined => {
  const [at, to] = [offsets[start], offsets[end]]
  if (at !== undefined && to !== undefined && at >= from && isSame(text.slice(at, to), source)) return at
  const found = text.indexOf(source, from)
  const isWhole = found !== -1 && !/^[\p{L}\p{N}_]/u.test(text.slice(found + source.length))
  return isWhole ? found : undefined
}
