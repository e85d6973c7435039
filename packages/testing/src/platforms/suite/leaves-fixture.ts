// Reads the single values of a JSON, XML or HTML response by place, and changes some of them.

/** Items of a list share one place: `data[].title`, `channel/item/guid@isPermaLink`, `time.when@datetime`. */
export type Leaves = ReadonlyMap<string, readonly unknown[]>

/** Returns the new value; undefined removes it. */
export type Change = (value: unknown, index: number) => unknown

export type ResponseLeaves = {
  readonly leaves: Leaves
  /** The response with every value at one place changed. */
  change(place: string, change: Change): unknown
}

/** An empty value is ignored. */
const hasContent = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

export const readLeaves = (file: string, text: string): ResponseLeaves =>
  file.endsWith('.json') ? readJson(JSON.parse(text)) : readMarkup(text, file.endsWith('.html'))

const readJson = (response: unknown): ResponseLeaves => {
  const leaves = new Map<string, unknown[]>()
  const visit = (value: unknown, place: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, `${place}[]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, place === '' ? name : `${place}.${name}`)
    else if (hasContent(value)) leaves.set(place, [...(leaves.get(place) ?? []), value])
  }
  visit(response, '')
  return {
    leaves,
    change(wanted, change) {
      let index = 0
      const rewrite = (value: unknown, place: string): unknown => {
        if (Array.isArray(value))
          return value.map((each) => rewrite(each, `${place}[]`)).filter((each) => each !== undefined)
        if (typeof value === 'object' && value !== null) {
          const entries = Object.entries(value).map(([name, each]) => [
            name,
            rewrite(each, place === '' ? name : `${place}.${name}`),
          ])
          return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
        }
        if (place !== wanted || !hasContent(value)) return value
        index += 1
        return change(value, index - 1)
      }
      return rewrite(response, '')
    },
  }
}

type Span = { readonly place: string; readonly from: number; readonly to: number }

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![A-Z][^>]*>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w:-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>|[^<]+/g
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Attributes for presentation and structure, which places already contain. */
const STRUCTURE = /^(?:class|xmlns(?::\w+)?)$/

const readMarkup = (text: string, isHtml: boolean): ResponseLeaves => {
  const spans = spansOf(text, isHtml)
  const leaves = new Map<string, string[]>()
  for (const { place, from, to } of spans) leaves.set(place, [...(leaves.get(place) ?? []), text.slice(from, to)])
  return {
    leaves,
    change(wanted, change) {
      let changed = ''
      let at = 0
      const matching = spans.filter(({ place }) => place === wanted)
      for (const [index, { from, to }] of matching.entries()) {
        changed += text.slice(at, from) + String(change(text.slice(from, to), index) ?? '')
        at = to
      }
      return changed + text.slice(at)
    },
  }
}

const spansOf = (text: string, isHtml: boolean): readonly Span[] => {
  const spans: Span[] = []
  const open: string[] = []
  const add = (place: string, from: number, words: string) => {
    if (words.trim() !== '') spans.push({ place, from, to: from + words.length })
  }
  for (const match of text.matchAll(TOKEN)) {
    const [token, cdata, closing, name, attributes = '', ended] = match
    const here = open.at(-1) ?? ''
    if (name === undefined) {
      if (cdata !== undefined) add(here, match.index + '<![CDATA['.length, cdata)
      else if (!token.startsWith('<')) add(here, match.index, token)
      continue
    }
    if (closing === '/') {
      open.pop()
      continue
    }
    const place = placeOf(name, attributes, here, isHtml)
    const begin = match.index + token.indexOf(attributes, name.length)
    for (const attribute of attributes.matchAll(ATTRIBUTE)) {
      const [all, key = '', double, single] = attribute
      const value = double ?? single ?? ''
      if (!STRUCTURE.test(key)) add(`${place}@${key}`, begin + attribute.index + all.length - value.length - 1, value)
    }
    if (ended !== '/' && !(isHtml && VOID.has(name))) open.push(place)
  }
  return spans
}

/** HTML elements are identified by their classes. */
const placeOf = (name: string, attributes: string, parent: string, isHtml: boolean): string => {
  const known = isHtml ? /\bclass="([^"\s]+)/.exec(attributes)?.[1] : undefined
  if (known !== undefined) return `${name}.${known}`
  return parent === '' ? name : `${parent}/${name}`
}
