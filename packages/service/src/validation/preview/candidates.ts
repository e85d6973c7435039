// Collects the values that the sources report about one page, and chooses among them by the table of trust.

import { cleanValue, MAX_RAW_VALUE } from './clean-value.ts'
import { FIELD_NAMES, FIELDS, type Preview, type PreviewField, type SourceName } from './preview.ts'
import type { Report } from './sources/source.ts'

/** Values kept per source and field: enough to skip empty and broken ones. */
const MAX_VALUES = 8

export type Candidates = {
  readonly reportFrom: (source: SourceName) => Report
  /** Whether any source reported a usable value. */
  readonly has: (field: PreviewField) => boolean
  readonly choose: () => Preview
}

type Candidate = { readonly value: string; readonly rank: number }

const rawLimitOf = (field: PreviewField) => (FIELDS[field].kind === 'url' ? FIELDS[field].maxLength + 1 : MAX_RAW_VALUE)

/** `base` is called when values are cleaned: a page may declare it after its first links. */
export const createCandidates = (base: () => string): Candidates => {
  const found = new Map<string, Candidate[]>()
  const key = (source: SourceName, field: PreviewField) => `${source} ${field}`

  const best = (field: PreviewField, except: string | null = null): string | null => {
    for (const source of FIELDS[field].sources) {
      const values = [...(found.get(key(source, field)) ?? [])].sort((one, other) => one.rank - other.rank)
      for (const { value } of values) {
        const clean = cleanValue(field, value, base())
        if (clean !== null && clean !== except) return clean
      }
    }
    return null
  }

  return {
    reportFrom:
      (source) =>
      (field, value, rank = 0) => {
        if (value === undefined || value.trim() === '') return
        const values = found.get(key(source, field)) ?? []
        found.set(key(source, field), values)
        if (values.length < MAX_VALUES) values.push({ value: value.slice(0, rawLimitOf(field)), rank })
      },
    has: (field) => best(field) !== null,
    choose() {
      const chosen = Object.fromEntries(FIELD_NAMES.map((field) => [field, best(field)])) as Preview
      // Sites without a description often repeat the title.
      return { ...chosen, description: best('description', chosen.title) }
    },
  }
}
