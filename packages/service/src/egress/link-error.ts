// Network errors → what the client sees. Coarse on purpose: a refused connection, a reset, a service that does not
// speak HTTP and a broken body look the same, so that the endpoint is no port scanner.

import { errors } from 'undici'
import { ApiError, type ErrorCode } from '../errors.ts'

/** Codes of undici and OpenSSL that mean more than "unreachable". */
const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  UND_ERR_HEADERS_OVERFLOW: 'link_too_large',
  ERR_TLS_CERT_ALTNAME_INVALID: 'link_tls_error',
  // Both sides speak TLS and cannot agree. Responses that are not TLS (wrong version, wrong length) stay unreachable.
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'link_tls_error',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'link_tls_error',
  ERR_SSL_DH_KEY_TOO_SMALL: 'link_tls_error',
  ERR_SSL_EE_KEY_TOO_SMALL: 'link_tls_error',
  ERR_SSL_CA_MD_TOO_WEAK: 'link_tls_error',
  ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: 'link_tls_error',
}

/** Every alert that ends a handshake (RFC 8446, section 6), as OpenSSL names them. */
const ALERT = /^ERR_SSL_(?:TLSV1|TLSV13|SSLV3|SSL\/TLS)_ALERT_/

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns a mistake of this program (no code, no network) as it is. */
export const toLinkError = (error: unknown): unknown => {
  if (error instanceof ApiError) return error
  // Its message only: the error also contains what the upstream sent.
  if (error instanceof errors.HTTPParserError) return new ApiError('link_unreachable', { cause: error.message })
  const code = codeOf(error)
  if (code === undefined) return error
  return new ApiError(MEANINGS[code] ?? (ALERT.test(code) ? 'link_tls_error' : 'link_unreachable'), { cause: error })
}
