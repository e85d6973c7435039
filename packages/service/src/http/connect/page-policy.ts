// The header fields of the pages of a consent: nothing is loaded or sent elsewhere, and no page is framed.

/** `formTarget`: the origins that the form leads to, separated by spaces. Chromium applies `form-action` to redirects too. `logoUrl`: the
 * image of the brand. All come from tables, settings, vetted hosts and the sites of the license. */
export const pageHeaders = ({
  formTarget,
  logoUrl,
}: {
  readonly formTarget?: string | null
  readonly logoUrl?: string | undefined
}): Readonly<Record<string, string>> => {
  const sources = (origin: string | undefined | null) => (origin ? ` ${origin}` : '')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self'${sources(logoUrl && new URL(logoUrl).origin)}`,
      `form-action 'self'${sources(formTarget)}`,
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
