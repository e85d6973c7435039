import type { Advice } from './advice.ts'

/** Errors of URLs that a client sends. */
export const LINK_ADVICE = {
  link_malformed: {
    happened:
      'The text is not a URL that the service can fetch: it is not `http` or `https`, is longer than 2,048 characters, contains spaces, a user name or look-alike characters, or has an invalid host.',
    todo: 'Do not repeat the request. Ask the user to paste the complete URL again, starting with `https://`.',
  },
  link_blocked: {
    happened:
      'The URL is well-formed but not allowed: it leads, directly or by a redirect, to an IP address, a local or special name, a port other than 80 and 443, or a network that is not public.',
    todo: 'Do not repeat the request. Only pages that anyone on the internet can open can be validated. The operator can allow exceptions.',
  },
  link_unresolvable: {
    happened: 'The host name has no IP address, or its name servers do not respond. The most common cause is a typo.',
    todo: 'Check the name. If it is correct, send the same request again after a minute, once or twice. A new name takes a while to be known everywhere.',
  },
  link_unreachable: {
    happened:
      'The host sent no usable response: it refused or dropped the connection, used a protocol other than HTTP, or closed the connection early. The code does not distinguish these cases.',
    todo: 'Send the same request again after 30 seconds, once or twice. Then treat the link as broken until someone requests it again.',
  },
  link_tls_error: {
    happened:
      'The certificate of the host is not valid for its name, has expired, or is not signed by a trusted authority. A browser would also show a warning.',
    todo: 'Do not repeat the request immediately. The owner of the site must fix the certificate. The user may have meant a URL with `http`.',
  },
  link_status: {
    happened:
      'The host responded, but not with the page: the status is not 2xx, or the page is a login wall, a consent page or a bot check. `error.details` contains the `status` and the final `url` after redirects.',
    todo: 'Check `retryable`, which is true only for 429 and 5xx. If it is true, send the same request again after a minute, once or twice. For 401, 403, 404 and 410, and for a wall with status 200, do not repeat it: the page is not public or no longer exists.',
  },
  link_redirects: {
    happened: 'The URL redirects more than five times or in a loop.',
    todo: 'Do not repeat the request. Open the URL in a browser and use the final URL.',
  },
  link_too_large: {
    happened:
      'The response is larger than 2 MiB before or after decompression, its header is larger than 16 KiB, or its compression ratio is suspicious.',
    todo: 'Do not repeat the request. Use the URL of a page about the file instead of the URL of the file.',
  },
  link_timeout: {
    happened: 'The host did not respond, or did not finish within 10 seconds, including redirects.',
    todo: 'Send the same request again after 30 seconds, once or twice. Then treat the link as broken until someone requests it again. Set the timeout of your HTTP client to at least 20 seconds.',
  },
} as const satisfies Record<string, Advice>
