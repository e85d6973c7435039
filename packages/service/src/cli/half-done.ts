// A command that changed something and then failed: what it changed stands, and whoever gave the command must hear of it. A key
// that was not shown is nowhere.

import { AUDIT_ACTIONS, type AuditAction } from '../audit/act.ts'
import type { AuditEntry } from '../storage/store.ts'
import type { Io } from './io.ts'
import { printable } from './output/printable.ts'

export class HalfDoneError extends Error {
  /** A line for each thing that stands. */
  readonly done: readonly string[]

  /** `cause`: what failed. */
  constructor(cause: unknown, done: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'HalfDoneError'
    this.done = done
  }
}

/** Waits until all output is written. Where it cannot be, what the command did stands all the same, of which the audit trail has
 * nothing. */
export const writtenOrSaid = async (io: Pick<Io, 'written'>, done: readonly string[]): Promise<void> => {
  try {
    await io.written()
  } catch (error) {
    throw new HalfDoneError(error, done)
  }
}

type Told = (id: string, entry: AuditEntry) => string

const OWN = 'npx --no-install central-api'

/** Where what is lost with the output is had from again. */
const WHAT_TO_DO: Partial<Record<AuditAction, Told>> = {
  'license.create': (id) =>
    `The license ${id} was made, and its key is lost. Make another key: ${OWN} license rotate ${id}`,
  'license.rotate_key': (id) =>
    `The license ${id} got a new key, and that key is lost. Make another: ${OWN} license rotate ${id}`,
  'operator.create': (id) =>
    `The operator ${id} was made, and its token is lost. Revoke it, and make one of another name: ${OWN} operator revoke ${id}`,
  'webhook.create': (id) =>
    `The webhook ${id} was made, and its secret is lost. Make another secret: ${OWN} webhook rotate ${id} --overlap 0`,
  'webhook.rotate_secret': (id) =>
    `The webhook ${id} got a new secret, and that is lost. Make another: ${OWN} webhook rotate ${id} --overlap 0`,
  'license.import': (id, { after }) =>
    `The import ${id} took ${String(after?.made)} licenses of lines ${String(after?.firstLine)} to ${String(after?.lastLine)}. Run it again: what is there stays as it is`,
}

/** Of many of one kind. */
const MOST_TOLD = 20

/** A line for each change that stands. */
export const tellDone = (done: readonly AuditEntry[]): readonly string[] => {
  const lines = done.map((entry) => {
    const action = entry.action as AuditAction
    const id = printable(entry.subject.id)
    return WHAT_TO_DO[action]?.(id, entry) ?? `${AUDIT_ACTIONS[action]}: ${id}`
  })
  if (lines.length <= MOST_TOLD) return lines
  return [
    ...lines.slice(0, MOST_TOLD),
    `and ${lines.length - MOST_TOLD} more; ${OWN} audit --limit ${lines.length} lists all`,
  ]
}
