import type { AuditEntry } from '../storage/store.ts'

/** An entry as shown by the command line and the admin API. */
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
