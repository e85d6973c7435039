// The store, whose calls about a connection stop where the connection's id says: before their effect, or between it and their
// result. Only in the replica that is killed.

import { hash } from 'node:crypto'
import { openStore as open } from '../../../src/storage/open-store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { instantOf, type Place } from './instants.ts'
import { tell } from './tell.ts'

const isStopping = process.env.STOPS === 'true'

export const openStore: typeof open = async (url) => {
  const store = await open(url)
  return isStopping ? stopping(store) : store
}

const stopping = (store: Store): Store => {
  const counts = new Map<string, number>()
  const idsByLease = new Map<string, string>()
  const leaseOf = (id: string) => hash('sha256', `connection renewal ${id}`, 'hex')

  const stopAt = async (id: string, place: Place, number: number, side: string): Promise<void> => {
    const instant = instantOf(id)
    if (instant?.place !== place || instant.number !== number || instant.side !== side) return
    tell(`/stopped?connection=${id}`)
    await new Promise<never>(() => {})
  }

  const around = async <T>(place: Place, id: string, call: () => Promise<T>): Promise<T> => {
    idsByLease.set(leaseOf(id), id)
    const number = (counts.get(`${place} ${id}`) ?? 0) + 1
    counts.set(`${place} ${id}`, number)
    await stopAt(id, place, number, 'before')
    const result = await call()
    await stopAt(id, place, number, 'after')
    return result
  }

  const ofLease = (key: Buffer): string => idsByLease.get(key.toString('hex')) ?? ''
  const { connections, pages } = store
  return {
    ...store,
    connections: {
      ...connections,
      async due(...asked) {
        const found = await connections.due(...asked)
        for (const { id } of found) idsByLease.set(leaseOf(id), id)
        return found
      },
      find: (id, ...more) => around('find', id, () => connections.find(id, ...more)),
      put: (record, ...more) => around('put', record.id, () => connections.put(record, ...more)),
    },
    pages: {
      ...pages,
      claim: (key, ...more) => around('claim', ofLease(key), () => pages.claim(key, ...more)),
      release: (key, ...more) => around('release', ofLease(key), () => pages.release(key, ...more)),
    },
  }
}
