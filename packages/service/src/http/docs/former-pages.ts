// Paths of pages that have moved, and where they are now. Browsers keep the fragment of a URL when they follow a redirect.

export const FORMER_PAGES: Readonly<Record<string, string>> = {
  '/docs/admin': '/docs/reference/admin-api',
  '/docs/guides/adding-a-platform': '/docs/contribute/platform',
  '/docs/guides/admin-api': '/docs/operate/admin-api',
  '/docs/guides/cli': '/docs/reference/cli',
  '/docs/guides/client-package': '/docs/reference/javascript-client',
  '/docs/guides/console': '/docs/operate/console',
  '/docs/guides/egress': '/docs/operate/egress',
  '/docs/guides/importing': '/docs/operate/importing',
  '/docs/guides/normalization': '/docs/reference/normalization',
  '/docs/guides/operations': '/docs/operate/production',
  '/docs/guides/performance': '/docs/operate/performance',
  '/docs/guides/php-package': '/docs/reference/php-client',
  '/docs/guides/platforms': '/docs/reference/platforms',
  '/docs/guides/plugins': '/docs/guides/plugin',
  '/docs/guides/scaling': '/docs/operate/scaling',
  '/docs/guides/selector-package': '/docs/reference/selector-element',
  '/docs/guides/settings': '/docs/reference/settings',
  '/docs/guides/webhooks': '/docs/reference/webhooks',
  '/docs/guides/wordpress-package': '/docs/guides/wordpress-kit',
}
