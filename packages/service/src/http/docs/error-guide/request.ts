import type { Advice } from './advice.ts'

/** The request is invalid. */
export const REQUEST_ADVICE = {
  invalid_json: {
    happened:
      'The body is not a valid JSON document: it is cut off, not JSON, or not UTF-8. Nothing was processed or charged.',
    todo: 'Do not send it again unchanged. Build the body with a JSON encoder, encode it as UTF-8, and send an object. Send at least `{}`.',
  },
  invalid_request: {
    happened:
      'A required field is missing, or a field has the wrong type, length or characters. `error.details` lists each such field as `{ "field", "message" }`. The service ignores fields that it does not know.',
    todo: 'Do not send it again unchanged. Correct the fields in `error.details`. If a user typed them, show the message next to the field.',
  },
  cursor_required: {
    happened: 'The `cursor` is missing, and `error.details` names it. load-more-posts only continues a list.',
    todo: 'Call scan-profile for the first page, then send the `nextCursor` of its response. If `nextCursor` is `null`, there is no further page.',
  },
  invalid_cursor: {
    happened:
      'The cursor was changed, belongs to another platform, handle or variant, or is more than 24 hours old. Nothing was charged.',
    todo: 'Do not send this cursor again. Request the first page with scan-profile and continue with its `nextCursor`. Send cursors exactly as you received them, and do not store them for more than a day.',
  },
  not_found: {
    happened:
      'No endpoint has this URL: the path is mistyped, has a trailing slash, or belongs to another version. In the admin API, the code also means that a license, a plan or a site does not exist; `message` says which.',
    todo: 'Do not repeat the request. Compare the path with the reference at `/docs/reference/api`. Every endpoint of the API is below `/api/v1/`. Missing profiles and posts have their own codes.',
  },
  method_not_allowed: {
    happened: 'The endpoint does not support this method. Every endpoint of the API accepts `POST` only.',
    todo: 'Send the same request as `POST`. The `Allow` header lists the supported methods. A client that follows a redirect may silently change `POST` to `GET`; if so, set the base URL to the final URL.',
  },
  payload_too_large: {
    happened:
      'The body is larger than 16 KiB. If the header fields together are larger than 16 KiB, the same code has the status 431.',
    todo: 'Do not send it again unchanged. A request of this API needs at most a few hundred bytes and a cursor of up to 4,096 characters. Look for data that was added by mistake, such as cookies of the site.',
  },
  unsupported_media_type: {
    happened:
      'The `Content-Type` of the request is not `application/json`, is missing although there is a body, or the body is compressed (`Content-Encoding`).',
    todo: 'Send the same request with `Content-Type: application/json` and without `Content-Encoding`. The service does not read forms or query strings.',
  },
} as const satisfies Record<string, Advice>
