// Logs each change for log collectors: who did what to what. The values are only in the audit trail.

import type { AuditEntry } from '../storage/store.ts'

type Log = { info(about: Readonly<Record<string, unknown>>, message: string): void }

/** `license lic_…`. The settings are one subject, without an id of its own. */
const named = ({ kind, id }: AuditEntry['subject']): string => (kind === id ? kind : `${kind} ${id}`)

export const logEntry =
  (log: Log) =>
  ({ id, actor, action, subject }: AuditEntry): void => {
    const { requestId, ...who } = actor
    log.info({ audit: id, action, subject: named(subject), actor: who, requestId }, 'Audit: a change')
  }
