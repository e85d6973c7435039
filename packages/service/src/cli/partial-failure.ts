// Errors of commands that changed something before they failed. The changes are permanent, so the error must report them: a key
// that was created but not printed cannot be recovered.

import { AUDIT_ACTIONS, type AuditAction } from '../audit/act.ts'
import type { AuditEntry } from '../storage/store.ts'
import type { Io } from './io.ts'
import { printable } from './output/printable.ts'

export class PartialFailureError extends Error {
  /** One line for each change that was made. */
  readonly changes: readonly string[]

  /** `cause`: the original error. */
  constructor(cause: unknown, changes: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PartialFailureError'
    this.changes = changes
  }
}

/** Waits until all output is written. If writing fails, reports what the command has done, which the audit trail does not contain. */
export const flushOutput = async (io: Pick<Io, 'written'>, changes: readonly string[]): Promise<void> => {
  try {
    await io.written()
  } catch (error) {
    throw new PartialFailureError(error, changes)
  }
}

type Advice = (id: string, entry: AuditEntry) => string

const PROGRAM = 'npx --no-install central-api'

/** How to recover from the lost output of each action. */
const ADVICE: Partial<Record<AuditAction, Advice>> = {
  'license.create': (id) =>
    `License ${id} was created, but its key is lost. Create a new key: ${PROGRAM} license rotate ${id}`,
  'license.rotate_key': (id) =>
    `License ${id} has a new key, but that key is lost. Create another key: ${PROGRAM} license rotate ${id}`,
  'operator.create': (id) =>
    `Operator ${id} was created, but its token is lost. Revoke it and create an operator with another name: ${PROGRAM} operator revoke ${id}`,
  'webhook.create': (id) =>
    `Webhook ${id} was created, but its secret is lost. Create a new secret: ${PROGRAM} webhook rotate ${id} --overlap 0`,
  'webhook.rotate_secret': (id) =>
    `Webhook ${id} has a new secret, but that secret is lost. Create another secret: ${PROGRAM} webhook rotate ${id} --overlap 0`,
  'license.import': (id, { after }) =>
    `Import ${id} created ${String(after?.made)} licenses from lines ${String(after?.firstLine)} to ${String(after?.lastLine)}. Run it again: existing licenses stay unchanged`,
}

const MAX_LINES = 20

/** One line for each change that was made. */
export const describeChanges = (changes: readonly AuditEntry[]): readonly string[] => {
  const lines = changes.map((entry) => {
    const action = entry.action as AuditAction
    const id = printable(entry.subject.id)
    return ADVICE[action]?.(id, entry) ?? `${AUDIT_ACTIONS[action]}: ${id}`
  })
  if (lines.length <= MAX_LINES) return lines
  return [
    ...lines.slice(0, MAX_LINES),
    `and ${lines.length - MAX_LINES} more; ${PROGRAM} audit --limit ${lines.length} lists all of them`,
  ]
}
