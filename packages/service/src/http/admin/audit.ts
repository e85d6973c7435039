import { AUDIT_ACTIONS } from '../../audit/act.ts'
import { describeEntry } from '../../audit/describe-entry.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { strayCursor } from './opaque-cursor.ts'
import { DEFAULT_LISTED, MAX_LISTED, readLimit } from './read-limit.ts'
import { readTime } from './read-time.ts'
import { AuditEntry } from './schemas.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const listAudit = adminRoute({
  method: 'GET',
  path: '/audit',
  role: 'read',
  operationId: 'listWhatWasChangedAndByWhom',
  summary: 'List changes',
  description: `Returns the audit trail, newest first. Entries are kept for \`AUDIT_DAYS\`. Each change is recorded in its own transaction. Requests that change nothing leave no entry, except requests that were tried as a license. \`before\` and \`after\` contain only the fields that differ; \`before\` is null for a new resource. Secrets are in neither. Send \`nextCursor\` as \`cursor\` for the next page; it is null on the last one. Actions: ${Object.keys(
    AUDIT_ACTIONS,
  )
    .map((action) => `\`${action}\``)
    .join(', ')}.`,
  query: Type.Object({
    limit: Type.Optional(Type.String({ description: `Page size: 1 to ${MAX_LISTED}, default ${DEFAULT_LISTED}` })),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the previous page' })),
    actor: text('Name of the operator'),
    action: text('Such as `license.suspend`'),
    subject: text(
      'The changed resource: the id of a license, operator, credential or signing key, the name of a plan, or `settings`',
    ),
    from: text('Start, inclusive: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time'),
    to: text('End, exclusive'),
  }),
  data: Type.Object({
    entries: Type.Array(AuditEntry),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/audit?limit=20&action=license.suspend' },
  handle:
    ({ store: { audit } }) =>
    async ({ query: { cursor, actor, action, subject, ...query } }) => {
      const limit = readLimit(query.limit)
      const since = readTime('from', query.from)
      const until = readTime('to', query.to)
      const before = cursor === undefined ? undefined : await audit.find(cursor)
      if (cursor !== undefined && before === undefined) throw strayCursor()
      // One more than is shown, to know whether there is a next page.
      const found = await audit.list({ limit: limit + 1, before, actor, action, subject, since, until })
      const shown = found.slice(0, limit)
      return {
        entries: shown.map(describeEntry),
        nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },
})
