import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { nullable, Url } from '../../post/post.ts'

/** Fields of both validation endpoints. */
export const ValidationBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'http or https' }),
  withBody: Type.Optional(
    Type.Boolean({
      description:
        'Default: true. Without its body a page may have any size, since only the part that the preview needs is read',
    }),
  ),
  siteId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The site that uses the license; default: the one in the token',
    }),
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
  { description: 'What the page says about itself. Plain text: escape it where you show it' },
)

/** Fields of both responses. */
export const foundFields = {
  valid: Type.Literal(true, { description: 'Always true; anything else is an error' }),
  body: Type.Optional(
    Type.String({
      description: 'The raw content: text in Unicode, anything else as base64. Absent with `"withBody": false`',
    }),
  ),
  bodyEncoding: Type.Optional(Type.Enum(['text', 'base64'], { description: 'Encoding of `body`; absent without it' })),
  url: Type.String({ description: 'The final URL, after redirects' }),
  status: Type.Integer({ description: 'HTTP status of the final response, 200 to 299' }),
  contentType: nullable(Type.String({ description: 'Its Content-Type, as sent' })),
  bytes: nullable(
    Type.Integer({ minimum: 0, description: 'Length of the content' }),
    'null if it was not read to its end, which can only happen without its body',
  ),
  preview: PreviewData,
}
