// Microformats (https://microformats.org/wiki/h-entry and the older hAtom classes), `rel=author` and `<time>`. Reads
// only the first entry of the page: the next ones are other posts.

import { MAX_RAW_VALUE } from '../clean-value.ts'
import type { PreviewField } from '../preview.ts'
import type { OpenSource, OpenTag } from './source.ts'

const ENTRY_CLASSES = ['h-entry', 'h-review', 'h-recipe', 'h-event', 'hentry']

type Rule = { readonly field: PreviewField; readonly rank: number; readonly attribute?: readonly string[] }

/** Class → field, inside an entry. With attributes, the first one present is the value; otherwise the text is. */
const ENTRY_RULES: Readonly<Record<string, Rule>> = {
  'p-name': { field: 'title', rank: 0 },
  'entry-title': { field: 'title', rank: 1 },
  'p-summary': { field: 'description', rank: 0 },
  'entry-summary': { field: 'description', rank: 1 },
  'p-author': { field: 'author', rank: 1 },
  author: { field: 'author', rank: 2 },
  'dt-published': { field: 'publishedAt', rank: 0, attribute: ['datetime', 'title', 'value'] },
  published: { field: 'publishedAt', rank: 1, attribute: ['datetime', 'title', 'value'] },
  'u-photo': { field: 'imageUrl', rank: 0, attribute: ['src', 'href', 'data', 'value'] },
  'u-featured': { field: 'imageUrl', rank: 1, attribute: ['src', 'href', 'data', 'value'] },
  'u-url': { field: 'canonicalUrl', rank: 0, attribute: ['href', 'value'] },
}
/** Inside an author's card, which marks the name more precisely. */
const CARD_RULES: Readonly<Record<string, Rule>> = {
  'p-name': { field: 'author', rank: 0 },
  fn: { field: 'author', rank: 0 },
}
/** WordPress themes use this class for a link whose text is a sentence: “View all posts by …”. */
const MORE_BY_AUTHOR = 'author-link'
const AUTHOR_LINK: Rule = { field: 'author', rank: 3 }
const TIME: Rule = { field: 'publishedAt', rank: 4, attribute: ['datetime'] }
const DATED: Rule = { ...TIME, rank: 2 }

/** Values that are collected at the same time: real pages nest few, hostile ones many. */
const MAX_OPEN_VALUES = 6

/** Nested items inside an entry describe something else, except for the author's card. */
const NESTED_CLASSES = ['h-card', 'vcard', 'h-cite', 'h-entry', 'h-adr', 'h-geo']
const AUTHOR_CLASSES = ['p-author', 'author']

const hasAny = (classes: readonly string[], names: readonly string[]) => names.some((name) => classes.includes(name))
const classesOf = ({ attributes }: OpenTag) => (attributes.class ?? '').slice(0, 512).split(/\s+/)
const includesWord = (value: string | undefined, word: string) => value?.toLowerCase().split(/\s+/).includes(word)

export const microformats: OpenSource = (report) => {
  /** The depths at which the elements that change the meaning of a class opened. */
  const depths: Record<'entry' | 'nested' | 'article', number | undefined> = {
    entry: undefined,
    nested: undefined,
    article: undefined,
  }
  let nestedRules: Readonly<Record<string, Rule>> = {}
  let entryIsOver = false
  let values: { readonly rule: Rule; readonly depth: number; text: string }[] = []

  const start = (rule: Rule, tag: OpenTag) => {
    const written = rule.attribute?.map((name) => tag.attributes[name]).find((value) => value)
    if (written !== undefined) report(rule.field, written, rule.rank)
    else if (values.length < MAX_OPEN_VALUES) values.push({ rule, depth: tag.depth, text: '' })
  }

  const rulesFor = (tag: OpenTag, classes: readonly string[]): readonly Rule[] => {
    const table = depths.nested === undefined ? ENTRY_RULES : nestedRules
    const rules =
      depths.entry === undefined
        ? []
        : classes.flatMap((name) => (Object.hasOwn(table, name) ? (table[name] ?? []) : []))
    const isOfAuthor = tag.name === 'a' && includesWord(tag.attributes.rel, 'author')
    if (isOfAuthor && !classes.includes(MORE_BY_AUTHOR)) return [...rules, AUTHOR_LINK]
    if (tag.name !== 'time' || rules.length > 0) return rules
    const isDated = tag.attributes.pubdate !== undefined || includesWord(tag.attributes.itemprop, 'datepublished')
    if (isDated) return [DATED]
    return depths.article === undefined ? [] : [TIME]
  }

  return {
    open: (tag) => {
      const classes = classesOf(tag)
      const isEntry = depths.entry === undefined && !entryIsOver && hasAny(classes, ENTRY_CLASSES)
      if (isEntry) depths.entry = tag.depth
      if (tag.name === 'article') depths.article ??= tag.depth
      for (const rule of rulesFor(tag, classes)) start(rule, tag)
      if (depths.entry === undefined || isEntry || depths.nested !== undefined || !hasAny(classes, NESTED_CLASSES))
        return
      depths.nested = tag.depth
      nestedRules = hasAny(classes, AUTHOR_CLASSES) ? CARD_RULES : {}
    },
    text: (chunk) => {
      for (const value of values) {
        if (value.text.length < MAX_RAW_VALUE) value.text += chunk.slice(0, MAX_RAW_VALUE)
      }
    },
    close: (_name, depth) => {
      const closed = values.filter((value) => value.depth === depth)
      if (closed.length > 0) {
        for (const { rule, text } of closed) report(rule.field, text, rule.rank)
        values = values.filter((value) => value.depth !== depth)
      }
      if (depths.entry === depth) {
        depths.entry = undefined
        entryIsOver = true
      }
      if (depths.nested === depth) depths.nested = undefined
      if (depths.article === depth) depths.article = undefined
    },
  }
}
