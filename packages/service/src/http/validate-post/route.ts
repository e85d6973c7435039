import { Type } from '../../parsing/type.ts'
import { nullable, Post } from '../../post/post.ts'
import { OEMBED_REGISTRY_VERSION } from '../../validation/oembed/providers.ts'
import { LINK_CODES } from '../../validation/response-cache.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithValidation } from '../validate-link/respond-with-validation.ts'
import { foundFields, ValidationBody } from '../validate-link/schema.ts'

const EmbedData = Type.Object(
  {
    type: Type.Enum(['photo', 'video', 'link', 'rich']),
    html: nullable(Type.String({ minLength: 1, description: 'Sanitized, safe to put into a page' })),
    width: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
    height: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
    providerName: nullable(Type.String({ minLength: 1 })),
  },
  { description: 'Where the platform, or the page, has oEmbed' },
)

export const validatePost = endpoint({
  path: '/validate-post',
  summary: 'Validate the address of a post',
  description: `Recognizes the address of a post of any platform, in its short and mobile forms too, and of every provider of the oEmbed registry (version ${OEMBED_REGISTRY_VERSION}). An address that says nothing of its platform is asked for whether it is a post of a WordPress, or offers an embed of its own. Asks the platform’s API where it is set up (\`post\`) and its oEmbed (\`embed\`), else the page; \`body\` is the raw answer of whichever told. A post that is deleted or private is \`post_not_found\` or \`profile_private\`. Limits, holding and cost are those of validate-link.`,
  body: ValidationBody,
  data: Type.Object({
    ...foundFields,
    url: Type.String({ description: 'The post’s own address' }),
    platform: nullable(
      Type.String(),
      'The platform, or the provider of the registry; null where only the page itself offers an embed',
    ),
    post: nullable(Post),
    embed: nullable(EmbedData),
  }),
  example: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  codes: [
    'unsupported_post_url',
    'post_not_found',
    'profile_private',
    'platform_not_configured',
    'platform_rate_limited',
    'platform_unauthorized',
    'platform_error',
    'platform_timeout',
    ...LINK_CODES,
  ],
  meter: 'validations',
  handle: (parts) => respondWithValidation(parts, 'post'),
})
