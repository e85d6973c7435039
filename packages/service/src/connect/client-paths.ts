// Where servers read about the service that know clients by a URL.

/** https://atproto.com/specs/oauth#client-id-metadata-document */
export const CLIENT_METADATA_PATH = '/connect/client-metadata.json'
export const CLIENT_JWKS_PATH = '/connect/jwks.json'
/** https://indieauth.spec.indieweb.org/#client-information-discovery */
export const INDIEAUTH_CLIENT_PATH = '/connect/misskey'
