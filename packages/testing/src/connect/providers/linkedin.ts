// “Authorization Code Flow”, “Programmatic refresh tokens”, “Organization Access Control by Role” and “Organization
// Lookup” of LinkedIn.

import { type Form, isClient, ok, type Rules } from './rules.ts'

const isRest = (headers: Form): boolean =>
  headers['linkedin-version'] === '202606' && headers['x-restli-protocol-version'] === '2.0.0'

const aclOf = (organization: number | string, role: string, state = 'APPROVED') => ({
  ...{ role, state, roleAssignee: 'urn:li:person:A1' },
  organization: typeof organization === 'string' ? organization : `urn:li:organization:${organization}`,
})
/** A member has several roles at a page, roles that were revoked, and roles that may read nothing. */
const ACLS = [
  aclOf(123, 'ADMINISTRATOR'),
  aclOf(123, 'DIRECT_SPONSORED_CONTENT_POSTER'),
  aclOf(124, 'ADMINISTRATOR', 'REVOKED'),
  aclOf(125, 'RECRUITING_POSTER'),
  aclOf(126, 'CONTENT_ADMINISTRATOR'),
  aclOf(127, 'ADMINISTRATOR'),
  aclOf('urn:li:organizationBrand:128', 'ADMINISTRATOR'),
  aclOf(129, 'CONTENT_ADMIN', 'REQUESTED'),
]
/** So many roles that the list has a second page. */
const MORE_ACLS = Array.from({ length: 100 }, (_, at) =>
  at === 99 ? aclOf(130, 'CONTENT_ADMIN') : aclOf(200 + at, 'ANALYST'),
)
/** 127 is closed. */
const ORGANIZATIONS: Readonly<Record<string, unknown>> = {
  123: { id: 123, vanityName: 'Acme', localizedName: 'Acme', primaryOrganizationType: 'NONE' },
  124: { id: 124, vanityName: 'former', localizedName: 'Former employer' },
  125: { id: 125, vanityName: 'jobs', localizedName: 'Jobs' },
  126: { id: 126, vanityName: 'acme-school', localizedName: 'Acme School', primaryOrganizationType: 'SCHOOL' },
  130: { id: 130, localizedName: 'Last & least' },
}

export const linkedin = {
  authorize: 'https://www.linkedin.com/oauth/v2/authorization',
  // No PKCE.
  parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'r_organization_social r_organization_admin',
  clientField: 'client_id',
  endpoints: {
    // A refresh repeats the refresh token, whose life goes on.
    'POST https://www.linkedin.com/oauth/v2/accessToken': ({ form, newSecret, takeCode, hasToken }) => {
      const isRefresh = form.grant_type === 'refresh_token'
      if (!isClient(form)) return { status: 401, body: { error: 'invalid_client' } }
      if (!(isRefresh ? hasToken(form.refresh_token) : takeCode()))
        return { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } }
      return ok({
        ...{ access_token: newSecret('AQ'), expires_in: 5_184_000 },
        refresh_token: isRefresh ? form.refresh_token : newSecret('AQrefresh'),
        ...{ refresh_token_expires_in: isRefresh ? 26_438_400 : 31_536_000 },
        scope: 'r_organization_social,r_organization_admin',
      })
    },
    'GET https://api.linkedin.com/rest/organizationAcls': ({ bearer, headers, query, hasToken }) =>
      isRest(headers) && hasToken(bearer) && query.get('q') === 'roleAssignee' && query.get('state') === 'APPROVED'
        ? ok({
            elements: [...ACLS, ...MORE_ACLS].slice(Number(query.get('start'))).slice(0, 100),
            paging: { start: 0 },
          })
        : { status: 401, body: { status: 401, code: 'INVALID_ACCESS_TOKEN', serviceErrorCode: 65_600 } },
    // Parentheses and commas of a list may not be encoded. A page that is closed has an error.
    'GET https://api.linkedin.com/rest/organizationsLookup': ({ bearer, headers, search, hasToken }) => {
      const ids = /[?&]ids=List\(([\d,]+)\)/.exec(search)?.[1]?.split(',')
      if (!isRest(headers) || !hasToken(bearer) || ids === undefined) return { status: 400, body: { status: 400 } }
      const known = ids.filter((id) => Object.hasOwn(ORGANIZATIONS, id))
      return ok({
        results: Object.fromEntries(known.map((id) => [id, ORGANIZATIONS[id]])),
        statuses: Object.fromEntries(ids.map((id) => [id, known.includes(id) ? 200 : 404])),
        errors: {},
      })
    },
  },
} as const satisfies Rules
