import type { Advice } from './advice.ts'

/** What becomes of an address that a caller names. */
export const LINK_ADVICE = {
  link_malformed: {
    happened:
      'The text is not an address that can be fetched: it is not `http` or `https`, is longer than 2,048 characters, holds spaces within it, a user name or look-alike characters, or its host cannot be one.',
    todo: 'Do not ask again with it. Have the address pasted anew, whole, beginning with `https://`.',
  },
  link_blocked: {
    happened:
      'The address is well-formed, but may not be fetched: it leads, directly or by a redirect, to an IP address, a local or special name, a port other than 80 and 443, or a network that is not public.',
    todo: 'Do not ask again. Only pages that anybody on the internet can open can be validated. The operator can allow single exceptions.',
  },
  link_unresolvable: {
    happened: 'The host’s name has no address, or its name servers do not answer. Most often the name is mistyped.',
    todo: 'Have the name checked. If it is right, send the same request again after a minute, once or twice; a name that is new takes a while to be known everywhere.',
  },
  link_unreachable: {
    happened:
      'No usable answer came from the host: it refused or dropped the connection, spoke something else than HTTP, or broke off. These are not told apart.',
    todo: 'Send the same request again after 30 seconds, once or twice; then treat the link as broken until somebody asks for it again.',
  },
  link_tls_error: {
    happened:
      'The host’s certificate is not valid for its name, has expired, or is signed by nobody who is trusted. A browser would warn, too.',
    todo: 'Do not ask again at once. The owner of the site must set its certificate right; an address with `http` may be what was meant.',
  },
  link_status: {
    happened:
      'The host answered, but not with what was asked for: the status is not 2xx, or the page is a login wall, a consent page or a check for bots. `error.details` holds the `status` and the `url` that gave it, after redirects.',
    todo: '`retryable` tells: it is true for 429 and 5xx alone. Then send the same request again after a minute, once or twice. For 401, 403, 404 and 410, and for a wall with status 200, do not ask again: the page is closed or gone.',
  },
  link_redirects: {
    happened: 'The address redirects more than five times, or in a circle.',
    todo: 'Do not ask again with it. Open the address in a browser, and use the one at which it ends.',
  },
  link_too_large: {
    happened:
      'The answer is larger than 2 MiB, as it is sent or unpacked, its header is larger than 16 KiB, or it grows out of measure when it is unpacked.',
    todo: 'Do not ask again with it. Use the address of a page about the file rather than that of the file.',
  },
  link_timeout: {
    happened: 'The host did not answer, or not fast enough to be done within 10 seconds, redirects included.',
    todo: 'Send the same request again after 30 seconds, once or twice; then treat the link as broken until somebody asks for it again. Allow your own HTTP client at least 20 seconds.',
  },
} as const satisfies Record<string, Advice>
