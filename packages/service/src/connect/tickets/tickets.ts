// Creates, opens and changes tickets. Of several processes that change one at the same time, one wins.

import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'
import type { ConnectTicketRecord } from '../../storage/connect-ticket-records.ts'
import type { Store } from '../../storage/store.ts'
import type { ConnectRequest, Ticket, TicketContent } from './ticket.ts'

const SECRET_BYTES = 32
/** The encoding of 32 bytes: every secret and every id. */
const FORM = /^[\w-]{43}$/

export type Tickets = {
  create(licenseId: string, request: ConnectRequest): Promise<{ readonly secret: string; readonly ticket: Ticket }>
  /** By the secret, which only the browser has. */
  open(secret: string): Promise<Ticket | undefined>
  /** By the id, which gives no right. */
  find(id: string): Promise<Ticket | undefined>
  /** The changed ticket; undefined if another process changed it since it was read. */
  change(ticket: Ticket, changes: Partial<Pick<Ticket, 'state' | 'result' | 'content'>>): Promise<Ticket | undefined>
}

export type TicketsOptions = {
  readonly store: Store['connectTickets']
  /** Each of 32 bytes; the first one seals, all of them open. */
  readonly keys: readonly Buffer[]
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const createTickets = ({ store, keys, now, randomBytes }: TicketsOptions): Tickets => {
  const [key] = keys
  if (key === undefined) throw new TypeError('Tickets need a key')

  const sealed = ({ content, ...ticket }: Ticket): ConnectTicketRecord => ({
    ...ticket,
    sealed: seal(key, Buffer.from(JSON.stringify(content)), boundTo(ticket), randomBytes),
  })

  const unsealed = (record: ConnectTicketRecord | undefined): Ticket | undefined => {
    if (record === undefined) return undefined
    const { sealed: text, ...ticket } = record
    for (const each of keys) {
      const opened = open(each, text, boundTo(ticket))
      if (opened) return { ...ticket, content: JSON.parse(opened.toString()) as TicketContent }
    }
    return undefined
  }

  const find = async (id: string) => (FORM.test(id) ? unsealed(await store.find(id)) : undefined)

  return {
    async create(licenseId, request) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const base = { id: hashOf(secret), licenseId, state: 'new', result: null, createdAt: now(), version: 0 } as const
      const ticket: Ticket = { ...base, content: { request } }
      await store.create(sealed(ticket))
      return { secret, ticket: { ...ticket, version: 1 } }
    },
    open: async (secret) => (FORM.test(secret) ? find(hashOf(secret)) : undefined),
    find,
    async change(ticket, changes) {
      const changed = { ...ticket, ...changes }
      return (await store.put(sealed(changed))) ? { ...changed, version: ticket.version + 1 } : undefined
    },
  }
}

const boundTo = ({ id, licenseId }: Pick<ConnectTicketRecord, 'id' | 'licenseId'>): string =>
  `ticket ${id} ${licenseId}`
