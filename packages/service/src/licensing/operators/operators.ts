// Operators with tokens of their own: made, listed, revoked, and told by their tokens. The store is asked on each request, so
// that one who is revoked is refused from the next one on, in every process. A token leaves here once, when it is made.

import { timingSafeEqual } from 'node:crypto'
import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, Answering, OperatorRecord, OperatorRole, Store } from '../../storage/store.ts'
import { StoreError } from '../../storage/store-error.ts'
import { randomBase62 } from '../keys/base62.ts'
import { hashKey, type Peppers } from '../keys/pepper.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { createOperatorToken, isOperatorToken } from './operator-token.ts'

/** Who is signed in. */
export type SignedIn = Pick<OperatorRecord, 'name' | 'role'>

/** The one who has ADMIN_TOKEN, which is no row of the store. */
export const FIRST_OPERATOR: SignedIn = { name: 'ADMIN_TOKEN', role: 'admin' }

/** The token leaves here this once. */
export type MadeOperator = { readonly operator: OperatorRecord; readonly token: string }

export type Operators = {
  /** Throws `invalid`, or `conflict` where the name was given before. */
  create(name: string, role: OperatorRole, actor: Actor, answering?: Answering<MadeOperator>): Promise<MadeOperator>
  /** In the order in which they were made, those included that are revoked. */
  list(): Promise<OperatorRecord[]>
  /** By id or name; doing it twice is no mistake. Throws `not_found`. */
  revoke(idOrName: string, actor: Actor): Promise<OperatorRecord>
  /** Whose token it is; undefined where it is nobody's, or was revoked. */
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
/** So seldom it is written down when a token was used. */
const USED_STEP_MS = 3_600_000

export const createOperators = ({ store: { operators }, peppers, now, randomBytes }: OperatorsOptions): Operators => {
  const act = actsBy(now, randomBytes)

  const find = async (idOrName: string): Promise<OperatorRecord> => {
    const found = (await operators.list()).find(({ id, name }) => id === idOrName || name === idOrName)
    if (found === undefined) throw new OperatorError('not_found', `There is no operator ${JSON.stringify(idOrName)}`)
    return found
  }

  /** Under every pepper, also after a match, so that the time it takes tells nothing. */
  const findByToken = async (token: string): Promise<OperatorRecord | undefined> => {
    let found: OperatorRecord | undefined
    for (const pepper of peppers.all) {
      const hash = hashKey(token, pepper)
      const record = await operators.findByHash(hash)
      if (record && timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash))) found = record
    }
    return found
  }

  /** That it was used is worth less than the answer to what it is used for. */
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
    create: async (name, role, actor, answering) => {
      if (!NAME.test(name) || name === FIRST_OPERATOR.name) {
        throw new OperatorError(
          'invalid',
          'The name is 1 to 64 letters, digits, spaces, ".", "_", "@" and "-", begins with a letter or a digit, and is not ADMIN_TOKEN',
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
        const response = answering?.({ operator, token })
        await operators.create(operator, { ...act('operator.create', actor), response })
      } catch (error) {
        if (!(error instanceof StoreError && error.kind === 'conflict')) throw error
        const taken = `There is or was an operator ${JSON.stringify(name)}: a name is given once`
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
