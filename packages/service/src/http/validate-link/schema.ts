import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { nullable, Url } from '../../post/post.ts'

/** What both validations take. */
export const ValidationBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'http or https' }),
  withBody: Type.Optional(
    Type.Boolean({
      description:
        'Default: true. Without its body an address may be of any size: no more is read than the preview needs',
    }),
  ),
  siteId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The calling site; default: the one in the token' }),
  ),
})
export type ValidationRequest = Static<typeof ValidationBody>

const Text = nullable(Type.String({ minLength: 1 }))

const PreviewData = Type.Object(
  {
    title: Text,
    description: Text,
    imageUrl: nullable(Url),
    siteName: Text,
    author: Text,
    publishedAt: nullable(Type.String({ format: 'date-time' })),
    canonicalUrl: nullable(Url),
    oembedUrl: nullable(Url),
  },
  { description: 'What the page tells of itself; plain text, to be escaped where it is shown' },
)

/** What both validations give. */
export const foundFields = {
  valid: Type.Literal(true, { description: 'Always; what is not valid is an error' }),
  body: Type.Optional(
    Type.String({
      description: 'The raw content found: text in Unicode, anything else as base64. Absent with `"withBody": false`',
    }),
  ),
  bodyEncoding: Type.Optional(Type.Enum(['text', 'base64'], { description: 'Of `body`, and absent with it' })),
  url: Type.String({ description: 'The address that answered, after redirects' }),
  status: Type.Integer({ description: 'The HTTP status of that answer, 200 to 299' }),
  contentType: nullable(Type.String({ description: 'Its Content-Type, as it was sent' })),
  bytes: nullable(
    Type.Integer({ minimum: 0, description: 'The length of the content' }),
    'null where it was not read to its end, which it is with its body',
  ),
  preview: PreviewData,
}
