// The attributes that a post's HTML may have, except URLs, and how their values are cleaned.

/** The value to write, or null to leave the attribute out. */
export type CleanValue = (value: string) => string | null

const matching =
  (pattern: RegExp): CleanValue =>
  (value) => {
    const text = value.trim()
    return pattern.test(text) ? text : null
  }
const LONGEST_TITLE = 1_000

export const ATTRIBUTES = {
  alt: (value) => value.slice(0, 10 * LONGEST_TITLE),
  title: (value) => value.trim().slice(0, LONGEST_TITLE).trim() || null,
  lang: matching(/^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/i),
  dir: matching(/^(?:ltr|rtl|auto)$/i),
  width: matching(/^\d{1,5}%?$/),
  height: matching(/^\d{1,5}%?$/),
  loading: matching(/^(?:lazy|eager)$/i),
  datetime: matching(/^[\d\s.,:+TZPWDHMS-]{1,64}$/i),
  start: matching(/^-?\d{1,6}$/),
  colspan: matching(/^\d{1,3}$/),
  rowspan: matching(/^\d{1,3}$/),
  scope: matching(/^(?:row|col|rowgroup|colgroup)$/i),
  type: (value) => /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(value.trim())?.[0] ?? null,
} as const satisfies Readonly<Record<string, CleanValue>>
