import type { Advice } from './advice.ts'

/** The request itself is wrong. */
export const REQUEST_ADVICE = {
  invalid_json: {
    happened:
      'The body could not be read as one JSON document: it is cut off, not JSON at all, or not in UTF-8. Nothing was looked at and nothing was counted.',
    todo: 'Do not send it again as it is. Build the body with a JSON encoder rather than by hand, encode it as UTF-8, and send an object, with `{}` as the least.',
  },
  invalid_request: {
    happened:
      'The body is JSON, or there is none, and a field that is needed is missing, or one has the wrong type, length or characters. `error.details` lists every such field as `{ "field", "message" }`; fields that the service does not know are never a reason.',
    todo: 'Do not send it again as it is. Correct the fields that `error.details` names; where a person typed them, show the message beside the field.',
  },
  cursor_required: {
    happened: 'The `cursor` is missing. load-more-posts only continues a list; it does not begin one.',
    todo: 'Call scan-profile for the first page, then send the `nextCursor` of that answer. Where `nextCursor` was `null` there is no further page, and nothing to call.',
  },
  invalid_cursor: {
    happened:
      'The cursor was changed on its way, was given for another platform, handle or variant, or is more than 24 hours old. Nothing was counted.',
    todo: 'Do not send this cursor again. Scan the first page with scan-profile and page on from its `nextCursor`; keep cursors exactly as they came, and do not store them for later than a day.',
  },
  not_found: {
    happened:
      'The address is not an endpoint of this service: the path is mistyped, has a trailing slash, or belongs to another version. In the operator’s API the code also stands for a license, a plan or a site that is not there; `message` says which.',
    todo: 'Do not ask again. Compare the path with the reference at `/docs`; every endpoint of the API is below `/api/v1/`. A profile or a post that does not exist has codes of its own.',
  },
  method_not_allowed: {
    happened: 'The endpoint exists, but not for this method. Every endpoint of the API takes `POST` and nothing else.',
    todo: 'Send the same request as `POST`. The `Allow` header names what the endpoint takes. A client that followed a redirect may have turned `POST` into `GET` without saying so: set the base address to the final one.',
  },
  payload_too_large: {
    happened:
      'The body is larger than 16 KiB. Where the header fields together are larger than 16 KiB the same code comes with the status 431.',
    todo: 'Do not send it again as it is. No request of this API needs more than a few hundred bytes and a cursor of at most 4,096 characters, so look for what was put into it by mistake, cookies of the site among them.',
  },
  unsupported_media_type: {
    happened:
      'The `Content-Type` of the request is not `application/json`, or is missing although there is a body; or the body is compressed (`Content-Encoding`).',
    todo: 'Send the same request with `Content-Type: application/json` and without a `Content-Encoding`. Forms and query strings are not read.',
  },
} as const satisfies Record<string, Advice>
