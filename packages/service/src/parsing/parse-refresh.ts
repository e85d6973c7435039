// A refresh in a header field or a `<meta>`:
// https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps

export type Refresh = {
  /** Without fractions. */
  readonly seconds: number
  /** As written; undefined if the page reloads itself. */
  readonly reference: string | undefined
}

const TIME = /^[\t\n\f\r ]*([\d.]+)(?=[;,\t\n\f\r ]|$)/
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/
const NAME = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i
const QUOTED = /^(?:"([^"]*)|'([^']*))/

export const parseRefresh = (value: string): Refresh | undefined => {
  const time = TIME.exec(value)
  if (time === null) return undefined
  const rest = value.slice(time[0].length).replace(SEPARATOR, '').replace(NAME, '')
  const [, double, single] = QUOTED.exec(rest) ?? []
  const written = (double ?? single ?? rest).trim()
  return { seconds: Number.parseInt(time[1] ?? '', 10) || 0, reference: written === '' ? undefined : written }
}
