// Logs each change for log collectors: who did what to what. The values are only in the audit trail.

import type { AuditEntry } from '../storage/store.ts'

type Log = { info(about: Readonly<Record<string, unknown>>, message: string): void }

export const logEntry =
  (log: Log) =>
  ({ id, actor, action, subject }: AuditEntry): void => {
    const { requestId, ...who } = actor
    log.info({ audit: id, action, subject: `${subject.kind} ${subject.id}`, actor: who, requestId }, 'Audit: a change')
  }
