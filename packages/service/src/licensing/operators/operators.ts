// Operators with tokens of their own: create, list, revoke, and identify by token. The store is read on every request,
// so that a revoked operator is refused by every process immediately. A token is returned only once, when it is
// created.

import { timingSafeEqual } from 'node:crypto'
import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, Answering, OperatorRecord, OperatorRole, Store } from '../../storage/store.ts'
import { StoreError } from '../../storage/store-error.ts'
import { randomBase62 } from '../keys/base62.ts'
import { hashKey, type Peppers } from '../keys/pepper.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { createOperatorToken, isOperatorToken } from './operator-token.ts'

/** The authenticated operator. */
export type SignedIn = Pick<OperatorRecord, 'name' | 'role'>

/** The operator who uses ADMIN_TOKEN; not a row in the store. */
export const FIRST_OPERATOR: SignedIn = { name: 'ADMIN_TOKEN', role: 'admin' }

/** The only time that the token is returned. */
export type MadeOperator = { readonly operator: OperatorRecord; readonly token: string }

export type Operators = {
  /** Throws `invalid`, or `conflict` when the name was ever used. */
  create(name: string, role: OperatorRole, actor: Actor, toResponse?: Answering<MadeOperator>): Promise<MadeOperator>
  /** Ordered by creation, revoked operators included. */
  list(): Promise<OperatorRecord[]>
  /** By id or name; idempotent. Throws `not_found`. */
  revoke(idOrName: string, actor: Actor): Promise<OperatorRecord>
  /** The operator of a token; undefined when it is unknown or revoked. */
  identify(token: string): Promise<SignedIn | undefined>
}

export type OperatorsOptions = {
  readonly store: Pick<Store, 'operators'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const ID_CHARACTERS = 20
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u
/** The last use of a token is stored at most this often. */
const USED_STEP_MS = 3_600_000

export const createOperators = ({ store: { operators }, peppers, now, randomBytes }: OperatorsOptions): Operators => {
  const act = actsBy(now, randomBytes)

  const find = async (idOrName: string): Promise<OperatorRecord> => {
    const found = (await operators.list()).find(({ id, name }) => id === idOrName || name === idOrName)
    if (found === undefined) throw new OperatorError('not_found', `There is no operator ${JSON.stringify(idOrName)}`)
    return found
  }

  /** Tries every pepper, also after a match, so that the time reveals nothing. */
  const findByToken = async (token: string): Promise<OperatorRecord | undefined> => {
    let found: OperatorRecord | undefined
    for (const pepper of peppers.all) {
      const hash = hashKey(token, pepper)
      const record = await operators.findByHash(hash)
      if (record && timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash))) found = record
    }
    return found
  }

  /** A failure to record the use must not fail the request. */
  const noteUse = async (token: string, { id, hash, pepperVersion, lastUsedAt }: OperatorRecord): Promise<void> => {
    const hour = now() - (now() % USED_STEP_MS)
    const { current } = peppers
    try {
      if (lastUsedAt !== hour) await operators.touch(id, hour)
      if (pepperVersion !== current.version) await operators.rehash(hash, hashKey(token, current), current.version)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  return {
    create: async (name, role, actor, toResponse) => {
      if (!NAME.test(name) || name === FIRST_OPERATOR.name) {
        throw new OperatorError(
          'invalid',
          'The name must be 1 to 64 letters, digits, spaces, ".", "_", "@" and "-", and begin with a letter or a digit. ADMIN_TOKEN is reserved',
          'name',
        )
      }
      const token = createOperatorToken(randomBytes)
      const { current } = peppers
      const operator = {
        ...{ id: `op_${randomBase62(ID_CHARACTERS, randomBytes)}`, name, role, hash: hashKey(token, current) },
        ...{ pepperVersion: current.version, hint: token.slice(-4) },
        ...{ createdAt: now(), revokedAt: null, lastUsedAt: null },
      }
      try {
        const response = toResponse?.({ operator, token })
        await operators.create(operator, { ...act('operator.create', actor), response })
      } catch (error) {
        if (!(error instanceof StoreError && error.kind === 'conflict')) throw error
        const taken = `An operator ${JSON.stringify(name)} exists or existed. Names are never reused. Choose another name`
        throw new OperatorError('conflict', taken)
      }
      return { operator, token }
    },

    list: () => operators.list(),

    revoke: async (idOrName, actor) => {
      const { id } = await find(idOrName)
      await operators.revoke(id, now(), act('operator.revoke', actor))
      return find(id)
    },

    identify: async (token) => {
      const found = isOperatorToken(token) ? await findByToken(token) : undefined
      if (found === undefined || found.revokedAt !== null) return undefined
      await noteUse(token, found)
      const { name, role } = found
      return { name, role }
    },
  }
}
