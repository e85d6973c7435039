import type { AuditEntry } from '../storage/store.ts'

/** An entry as the operator reads it, on the command line and over the admin API alike. */
export const describeEntry = ({ id, at, actor, action, subject, before, after }: AuditEntry) => ({
  id,
  at: new Date(at).toISOString(),
  actor: { kind: actor.kind, name: actor.name },
  from: actor.from,
  requestId: actor.requestId,
  action,
  subject,
  before,
  after,
})
