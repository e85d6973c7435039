// Base64url without padding (RFC 4648, section 5), in its one canonical spelling. The bits that a last character has to
// spare must be zero: without that rule many strings decode to the same bytes.

const CANONICAL = /^(?:[\w-]{4})*(?:[\w-]{4}|[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])$/

/** Whether the text is the one spelling of at least one byte. */
export const isBase64url = (text: string): boolean => CANONICAL.test(text)
