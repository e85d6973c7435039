// Base64url without padding (RFC 4648, section 5), in canonical form only: unused bits of the last character must be
// zero. Otherwise many strings would decode to the same bytes.

const CANONICAL = /^(?:[\w-]{4})*(?:[\w-]{4}|[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])$/

/** Whether the text is the canonical encoding of at least one byte. */
export const isBase64url = (text: string): boolean => CANONICAL.test(text)
