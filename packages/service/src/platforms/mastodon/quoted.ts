// Finds the status that another one quotes, in each server family's format, and removes the line that servers add to
// the text for apps that cannot show quotes.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'

export type Quoted = {
  /** The quoted status, if it may be shown. */
  readonly status?: JsonObject
  /** What is known in any case. */
  readonly id: string | null
  readonly url: string | null
}

const isEntity = (value: unknown): boolean => Object.keys(jsonObject(value)).length > 0

/** Mastodon wraps a quote in its state and shows it once accepted, as a status or (inside another quote) an id. Akkoma,
 * Fedibird and the Misskey family have the quoted status in `quote`, Pleroma and Rebased in a field of their own. Any
 * of them may have only an id or URL. Returns null when there is no quote that may be shown. */
export const quotedBy = (status: JsonObject): Quoted | null => {
  const quote = jsonObject(status.quote)
  if (quote.state !== undefined) return byState(quote)
  const places = [status, jsonObject(status.pleroma), jsonObject(status.akkoma)]
  const whole = places.map((each) => jsonObject(each.quote)).find((each) => stringOrNull(each.id) !== null)
  const id = firstOf(places.map((each) => stringOrNull(each.quote_id)))
  const url = firstOf(places.map((each) => absoluteUrl(each.quote_url)))
  if (whole !== undefined) return { status: whole, id: stringOrNull(whole.id), url }
  return id === null && url === null ? null : { id, url }
}

const byState = ({ state, quoted_status, quoted_status_id }: JsonObject): Quoted | null => {
  if (state !== 'accepted') return null
  const status = jsonObject(quoted_status)
  if (isEntity(status)) return { status, id: stringOrNull(status.id), url: null }
  const id = stringOrNull(quoted_status_id)
  return id === null ? null : { id, url: null }
}

const firstOf = (values: readonly (string | null)[]): string | null => values.find((value) => value !== null) ?? null

/** Also true for a quote that may not be shown: its line is removed too. */
export const isQuoting = (status: JsonObject): boolean => isEntity(status.quote) || quotedBy(status) !== null

type Body = { readonly text: string | null; readonly html: string | null }

const LINK = '<a href="'
const LINK_END = '</a>'
/** `RE: ` or `QT: `, with preceding line breaks. */
const LABEL = /(?:<br \/>|<p>|<span>|\s){0,20}(?<![\p{L}\p{N}])(?:RE|QT):(?:\s|<\/span>|<br \/>){0,10}$/iu
const LONGEST_LABEL = 200
const ONLY_ENDS = /^(?:<\/[a-z]+>|<br \/>|\s){0,20}$/

/** Removes a last line that only links the quoted status. Not every server marks this line. */
export const withoutQuoteLine = <B extends Body>(body: B, quoted: Quoted | null): B => {
  const { html } = body
  const at = html?.lastIndexOf(LINK) ?? -1
  if (html === null || quoted === null || at === -1) return body
  const href = html.slice(at + LINK.length, html.indexOf('"', at + LINK.length))
  const end = html.indexOf(LINK_END, at) + LINK_END.length
  const before = html.slice(0, at)
  const label = LABEL.exec(before.slice(-LONGEST_LABEL))?.[0]
  if (label === undefined || !ONLY_ENDS.test(html.slice(end)) || !namesOf(quoted).includes(walkHtml(href).text))
    return body
  const kept = walkHtml(before.slice(0, before.length - label.length))
  return { ...body, text: kept.text, html: kept.text === null ? null : kept.html }
}

const namesOf = ({ status, url }: Quoted): readonly (string | null)[] =>
  [url, absoluteUrl(status?.url), absoluteUrl(status?.uri)].filter((name) => name !== null)
