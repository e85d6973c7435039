// The header fields of the pages of a consent: nothing is loaded or sent elsewhere, and no page is framed. Chromium applies
// `form-action` to every redirect after a form, and platforms redirect between their own origins: a form leads to a page
// of the service, which leads on.

/** `logoUrl`: the image of the brand, of the settings. */
export const pageHeaders = ({
  logoUrl,
}: {
  readonly logoUrl?: string | undefined
}): Readonly<Record<string, string>> => {
  const logo = logoUrl === undefined ? '' : ` ${new URL(logoUrl).origin}`
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self'${logo}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  }
}
