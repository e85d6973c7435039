// The API as an OpenAPI 3.1 document, made from the table of endpoints, the error table and the schemas. Nothing in it is
// written twice: what the service checks and answers is what the document says.

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
  /** What comes before every endpoint's path. */
  readonly prefix: string
  readonly endpoints: readonly Endpoint[]
}

/** What comes in more than one place, or means something on its own. */
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

Every endpoint is a \`POST\` below \`/api/v1/\`. It takes a JSON object of at most 16 KiB, ignores the fields that it does not know, and answers in one envelope.`

const TAGS: readonly Tag[] = [
  {
    name: 'Tokens',
    description: 'A license key is sent once an hour, to get the bearer token that all other calls carry.',
  },
  {
    name: 'Scanning',
    description:
      'A profile and its posts, 20 to a page, the same shape for every platform. A page costs one scan, wherever it comes from; an error costs nothing.',
  },
  {
    name: 'Validation',
    description: 'Whether a link or a post can be reached, what it holds, and what a preview of it shows.',
  },
  {
    name: 'Account',
    description: 'What a settings page shows: the license, its limits, its sites, and what it may scan.',
  },
  { name: 'Service', description: 'For operators, tools and people. None of it needs a token.' },
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
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` of auth/token.' },
      },
    },
  }
}
