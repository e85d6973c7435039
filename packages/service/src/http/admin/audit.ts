import { AUDIT_ACTIONS } from '../../audit/act.ts'
import { describeEntry } from '../../audit/describe-entry.ts'
import { ApiError } from '../../errors.ts'
import { parseExpiry } from '../../licensing/licenses/parse-expiry.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { DEFAULT_LISTED, MOST_LISTED, readLimit } from './read-limit.ts'
import { AuditEntry } from './schemas.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const listAudit = adminRoute({
  method: 'GET',
  path: '/audit',
  role: 'read',
  summary: 'List what was changed, and by whom',
  description: `Newest first, kept for \`AUDIT_DAYS\`. Each change is written down in the transaction that makes it; what changed nothing is not there, but for what was tried as a license, which is. \`before\` and \`after\` hold what is different, \`before\` is null for what is new, and a secret is in neither. \`nextCursor\` is null on the last page; otherwise send it as \`cursor\` for the next one. Actions: ${Object.keys(
    AUDIT_ACTIONS,
  )
    .map((action) => `\`${action}\``)
    .join(', ')}.`,
  query: Type.Object({
    limit: Type.Optional(
      Type.String({ description: `How many at most: 1 to ${MOST_LISTED}, ${DEFAULT_LISTED} if left out` }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before' })),
    actor: text('The name of who did it'),
    action: text('Such as `license.suspend`'),
    subject: text(
      'The id of what was changed: of a license, an operator, a credential or a signing key, the name of a plan, or `settings`',
    ),
    from: text('From then on: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time'),
    to: text('Before then'),
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
      if (cursor !== undefined && before === undefined) throw wrong('cursor', 'is not one of this list')
      // One more than is shown tells whether there is a next page.
      const found = await audit.list({ limit: limit + 1, before, actor, action, subject, since, until })
      const shown = found.slice(0, limit)
      return {
        entries: shown.map(describeEntry),
        nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },
})

const readTime = (field: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const time = parseExpiry(given)
  if (time === undefined) throw wrong(field, 'must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z')
  return time
}

const wrong = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })
