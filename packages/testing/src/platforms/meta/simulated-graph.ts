// What simulators of Meta's APIs have in common: tokens, field lists, and lists with opaque cursors. Knows nothing
// about how the service calls them. For tests and benchmarks only.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import type { Facts } from '../suite/facts.ts'
import type { SimulatedRequest, SimulatedResponse } from '../suite/simulator.ts'

type GraphFault = {
  readonly subcode?: number | undefined
  readonly status?: number
  readonly type?: string
  readonly more?: JsonObject
}

/** An error in the format of all Meta APIs. */
export const graphFault = (
  code: number,
  message: string,
  { subcode, status = 400, type = 'OAuthException', more = {} }: GraphFault = {},
): SimulatedResponse => ({
  status,
  body: {
    error: { message, type, code, ...(subcode !== undefined && { error_subcode: subcode }), ...more, fbtrace_id: 'A1' },
  },
})

/** Unverified assumptions about all Meta APIs. */
export const GRAPH_FACTS = {
  /** Message for an invalid cursor. Its code is the general one for invalid parameters. */
  cursorWords: ['(#100) Invalid cursors values.', '(#100) Ugyldig peker'],
  /** oEmbed's error for a missing or private post. */
  oembedMissing: [
    { code: 24, subcode: 2_207_045, status: 400 },
    { code: 100, subcode: 33, status: 400 },
    { code: 803, subcode: undefined, status: 404 },
  ],
} as const

export const ENDED = graphFault(
  190,
  'Error validating access token: Session has expired on Thursday, 01-Oct-26 08:00:00 PDT.',
  {
    subcode: 463,
    status: 401,
  },
)
/** oEmbed's error for a missing post. */
export const missingEmbed = ({
  code,
  subcode,
  status,
}: Facts<typeof GRAPH_FACTS>['oembedMissing']): SimulatedResponse =>
  graphFault(code, 'The requested resource does not exist', { subcode, status, more: { is_transient: false } })

const CHANGED = graphFault(190, 'Error validating access token: The session has been invalidated.', { subcode: 460 })
const MALFORMED = graphFault(190, 'Invalid OAuth access token - Cannot parse access token', { status: 401 })

/** Valid, refused and expired tokens. */
export const createTokens = (known: readonly string[]) => {
  const good = new Set(known)
  const refused = new Set<string>()
  const ended = new Set<string>()
  let issued = 0
  return {
    /** The error of a token; undefined when it is valid. */
    faultOf(token: string | null): SimulatedResponse | undefined {
      if (token === null || !good.has(token)) return MALFORMED
      if (refused.has(token)) return CHANGED
      return ended.has(token) ? ENDED : undefined
    },
    /** Issues another token for the same user. */
    issue(token: string): string {
      issued += 1
      const next = `${token}-renewed-${issued}`
      good.add(next)
      if (refused.has(token)) refused.add(next)
      return next
    },
    issued: () => issued,
    refuse: (token: string) => void refused.add(token),
    end: (token: string) => void ended.add(token),
  }
}

export const tokenOf = ({ url }: SimulatedRequest): string | null => url.searchParams.get('access_token')

/** Header fields with the used share of the app's call limit. */
export const usageHeaders = (percent: number) => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_time: Math.min(percent, 5), total_cputime: 3 }),
})

export type FieldRequest = {
  readonly name: string
  /** `limit` → `20`. */
  readonly modifiers: ReadonlyMap<string, string>
  readonly fields: readonly FieldRequest[]
}

const FIELD = /([a-z_0-9]+)((?:\.[a-z_]+\([^()]*\))*)(\{)?/y

/** `id,media.limit(20){id,children{id}}` as a tree. Throws an Error when it is malformed. */
export const parseFields = (text: string): readonly FieldRequest[] => {
  let at = 0
  const readList = (): FieldRequest[] => {
    const list: FieldRequest[] = []
    for (;;) {
      FIELD.lastIndex = at
      const [whole = '', name = '', modified = '', opens] = FIELD.exec(text) ?? []
      if (whole === '') throw new Error(`Syntax error at ${at}`)
      at += whole.length
      const modifiers = new Map(
        [...modified.matchAll(/\.([a-z_]+)\(([^()]*)\)/g)].map(([, key = '', value = '']) => [key, value]),
      )
      let fields: FieldRequest[] = []
      if (opens) {
        fields = readList()
        if (text[at] !== '}') throw new Error(`Syntax error at ${at}`)
        at += 1
      }
      list.push({ name, modifiers, fields })
      if (text[at] !== ',') return list
      at += 1
    }
  }
  const list = readList()
  if (at !== text.length) throw new Error(`Syntax error at ${at}`)
  return list
}

/** The requested fields of an object, and its id. Lists without `limit` have `most` items. Missing fields are
 * omitted. */
export const select = (object: JsonObject, fields: readonly FieldRequest[], most = 100): JsonObject => {
  const known = fields.filter(({ name }) => Object.hasOwn(object, name))
  const chosen = known.map((field) => [field.name, selectWithin(object[field.name], field, most)] as const)
  return { ...(object.id !== undefined && { id: object.id }), ...Object.fromEntries(chosen) }
}

const selectWithin = (value: unknown, field: FieldRequest, most: number): unknown => {
  const { data } = jsonObject(value)
  if (data === undefined) return selectItem(value, field, most)
  if (!Array.isArray(data)) return { ...jsonObject(value), data: selectItem(data, field, most) }
  const items = data.slice(0, Number(field.modifiers.get('limit') ?? most))
  return { ...jsonObject(value), data: items.map((item) => selectItem(item, field, most)) }
}

const selectItem = (value: unknown, { fields }: FieldRequest, most: number): unknown =>
  fields.length > 0 && typeof value === 'object' ? select(jsonObject(value), fields, most) : value

const CURSOR = /^QVF(?<id>[\w-]+)$/
export const cursorOf = (id: unknown): string => `QVF${Buffer.from(String(id)).toString('base64url')}`

export type PageOf<Item> = {
  readonly items: readonly Item[]
  readonly before: string | undefined
  /** The cursor of the last item, even if there are no more. */
  readonly after: string | undefined
  readonly isLast: boolean
}

/** Returns undefined when the cursor is invalid. */
export const pageOf = <Item extends JsonObject>(
  items: readonly Item[],
  after: string | null | undefined,
  limit: number,
): PageOf<Item> | undefined => {
  const { id } = CURSOR.exec(after ?? '')?.groups ?? {}
  if (after && id === undefined) return undefined
  const anchor = id === undefined ? undefined : Buffer.from(id, 'base64url').toString()
  const from = anchor === undefined ? 0 : items.findIndex((item) => item.id === anchor) + 1
  if (anchor !== undefined && from === 0) return undefined
  const page = items.slice(from, from + limit)
  const [first, last] = [page[0], page.at(-1)]
  return {
    items: page,
    before: first && cursorOf(first.id),
    after: last && cursorOf(last.id),
    isLast: from + limit >= items.length,
  }
}
