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
    html: nullable(Type.String({ minLength: 1, description: 'Sanitized: safe to insert into a page' })),
    width: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
    height: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
    providerName: nullable(Type.String({ minLength: 1 })),
  },
  { description: 'The oEmbed of the platform or the page' },
)

export const validatePost = endpoint({
  path: '/validate-post',
  summary: 'Validate the URL of a post',
  description: `Recognizes post URLs of all platforms, including short and mobile forms, and of every provider of the oEmbed registry (version ${OEMBED_REGISTRY_VERSION}). For other URLs it checks whether they are a WordPress post or offer an embed of their own. It reads the platform’s API if it is configured (\`post\`) and its oEmbed (\`embed\`), else the page. \`body\` is the raw response that was used. A deleted or private post is \`post_not_found\` or \`profile_private\`. Limits, caching and cost are those of validate-link.`,
  body: ValidationBody,
  data: Type.Object({
    ...foundFields,
    url: Type.String({ description: 'The canonical URL of the post' }),
    platform: nullable(
      Type.String(),
      'The platform, or the provider of the registry; null if only the page itself offers an embed',
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
