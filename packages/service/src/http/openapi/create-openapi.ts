// The API as an OpenAPI 3.1 document, made from the table of endpoints, the error table and the schemas, so that it
// always matches what the service checks and returns.

import { Author, LinkCard, Media, Poll, Post, PostReference, Profile } from '../../post/post.ts'
import type { Endpoint } from '../endpoint.ts'
import { ErrorEnvelope } from '../envelope.ts'
import { PlatformInList } from '../platforms/route.ts'
import { PageData } from '../scan-profile/schema.ts'
import { foundFields } from '../validate-link/schema.ts'
import { VERSION } from '../version.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import type { Openapi, Tag } from './document.ts'
import { HEADERS } from './headers.ts'
import { nameSchemas } from './name-schemas.ts'
import { describeServicePaths } from './service-paths.ts'

export type OpenapiOptions = {
  readonly baseUrl: string
  /** Prefix of every path. */
  readonly prefix: string
  readonly endpoints: readonly Endpoint[]
}

/** Schemas that are used more than once, or that the reference lists. */
const SCHEMAS = {
  Page: PageData,
  Profile,
  Post,
  Author,
  Media,
  LinkCard,
  Poll,
  PostReference,
  Preview: foundFields.preview,
  Platform: PlatformInList,
  Error: ErrorEnvelope(),
}

const DESCRIPTION = `Exchange a license key for a token, scan a public profile on any platform, page through its posts in one normalized form, and validate single links and posts.

Every endpoint that needs a license is a \`POST\` below \`/api/v1/\`. It takes a JSON object of at most 16 KiB and ignores unknown fields, so check how you spell optional ones. All responses use one envelope. The list of platforms, \`GET /platforms\`, and the other paths under Service are at the root, without \`/api/v1\`.`

const TAGS: readonly Tag[] = [
  {
    name: 'Tokens',
    description: 'Exchange a license key for a bearer token once an hour. All other calls send the token.',
  },
  {
    name: 'Scanning',
    description:
      'A profile and its posts, 20 per page, in the same form for every platform. A page costs one scan, cached or not. Errors cost nothing.',
  },
  {
    name: 'Validation',
    description: 'Check whether a link or a post can be reached, and get its content and a preview.',
  },
  {
    name: 'Account',
    description: 'Data for a settings page: the license, its limits, its sites, and the platforms it may scan.',
  },
  { name: 'Service', description: 'For operators, tools and people. No token needed.' },
]

export const createOpenapi = ({ baseUrl, prefix, endpoints }: OpenapiOptions): Openapi => {
  const names = nameSchemas(SCHEMAS)
  const paths = endpoints.map((endpoint) => [
    `${prefix}${endpoint.path}`,
    { post: describeEndpoint(endpoint, names, baseUrl) },
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Central API',
      version: VERSION,
      summary: 'Public profiles of any platform, in one form.',
      description: DESCRIPTION,
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths: { ...Object.fromEntries(paths), ...describeServicePaths(names) },
    components: {
      schemas: names.schemas,
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` from `/auth/token`.' },
      },
    },
  }
}
