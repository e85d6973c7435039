// What stand-ins for Meta's APIs have in common: tokens and what becomes of them, fields that are asked for by name, lists
// that are paged by opaque cursors. Knows nothing of how this service asks. Only tests and benchmarks use it.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import type { Facts } from '../suite/facts.ts'
import type { SimulatedRequest, SimulatedResponse } from '../suite/simulator.ts'

type GraphFault = {
  readonly subcode?: number | undefined
  readonly status?: number
  readonly type?: string
  readonly more?: JsonObject
}

/** An error in the envelope that all of them use. */
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

/** What is believed of all of Meta's interfaces. */
export const GRAPH_FACTS = {
  /** The words of a cursor that is none. Its code is that of all that is wrong with a call. */
  cursorWords: ['(#100) Invalid cursors values.', '(#100) Ugyldig peker'],
  /** How oEmbed refuses a post that is not there, or not for everybody. */
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
/** What oEmbed says where it shows nothing. */
export const missingEmbed = ({
  code,
  subcode,
  status,
}: Facts<typeof GRAPH_FACTS>['oembedMissing']): SimulatedResponse =>
  graphFault(code, 'The requested resource does not exist', { subcode, status, more: { is_transient: false } })

const CHANGED = graphFault(190, 'Error validating access token: The session has been invalidated.', { subcode: 460 })
const MALFORMED = graphFault(190, 'Invalid OAuth access token - Cannot parse access token', { status: 401 })

/** Tokens that are known, refused and over. */
export const createTokens = (known: readonly string[]) => {
  const good = new Set(known)
  const refused = new Set<string>()
  const ended = new Set<string>()
  let issued = 0
  return {
    /** What is wrong with a token; undefined when it is good. */
    faultOf(token: string | null): SimulatedResponse | undefined {
      if (token === null || !good.has(token)) return MALFORMED
      if (refused.has(token)) return CHANGED
      return ended.has(token) ? ENDED : undefined
    },
    /** Another one for the same user. */
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

/** Header fields that tell how much of the application's calls is used. */
export const usageHeaders = (percent: number) => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_time: Math.min(percent, 5), total_cputime: 3 }),
})

export type Requested = {
  readonly name: string
  /** `limit` → `20`. */
  readonly modifiers: ReadonlyMap<string, string>
  readonly fields: readonly Requested[]
}

const FIELD = /([a-z_0-9]+)((?:\.[a-z_]+\([^()]*\))*)(\{)?/y

/** `id,media.limit(20){id,children{id}}` as a tree. Throws an Error when it is malformed. */
export const parseFields = (text: string): readonly Requested[] => {
  let at = 0
  const readList = (): Requested[] => {
    const list: Requested[] = []
    for (;;) {
      FIELD.lastIndex = at
      const [whole = '', name = '', modified = '', opens] = FIELD.exec(text) ?? []
      if (whole === '') throw new Error(`Syntax error at ${at}`)
      at += whole.length
      const modifiers = new Map(
        [...modified.matchAll(/\.([a-z_]+)\(([^()]*)\)/g)].map(([, key = '', value = '']) => [key, value]),
      )
      let fields: Requested[] = []
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

/** What was asked for of an object, and its id, with so many items of lists within that say no other number. What it has not
 * is left out. */
export const select = (object: JsonObject, requested: readonly Requested[], most = 100): JsonObject => {
  const known = requested.filter(({ name }) => Object.hasOwn(object, name))
  const chosen = known.map((field) => [field.name, selectWithin(object[field.name], field, most)] as const)
  return { ...(object.id !== undefined && { id: object.id }), ...Object.fromEntries(chosen) }
}

const selectWithin = (value: unknown, requested: Requested, most: number): unknown => {
  const { data } = jsonObject(value)
  if (data === undefined) return selectItem(value, requested, most)
  if (!Array.isArray(data)) return { ...jsonObject(value), data: selectItem(data, requested, most) }
  const items = data.slice(0, Number(requested.modifiers.get('limit') ?? most))
  return { ...jsonObject(value), data: items.map((item) => selectItem(item, requested, most)) }
}

const selectItem = (value: unknown, { fields }: Requested, most: number): unknown =>
  fields.length > 0 && typeof value === 'object' ? select(jsonObject(value), fields, most) : value

const CURSOR = /^QVF(?<id>[\w-]+)$/
export const cursorOf = (id: unknown): string => `QVF${Buffer.from(String(id)).toString('base64url')}`

export type PageOf<Item> = {
  readonly items: readonly Item[]
  readonly before: string | undefined
  /** Of the last item, whether anything is behind it or not. */
  readonly after: string | undefined
  readonly isLast: boolean
}

/** Items behind a cursor; undefined when it is none. */
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
