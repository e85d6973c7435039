// Every page of the documentation, in the order of the site. The navigation, the search, `llms.txt`, docs/README.md and the links
// to the previous and the next page are made from this table.

export type DocPage = {
  /** The path on the site. Its Markdown is at the same path with `.md`. */
  readonly path: string
  /** The Markdown file, as a path in the repository. */
  readonly file: string
  readonly title: string
  /** One sentence: what the page is for. */
  readonly description: string
  /** A generated reference, which people search rather than read. It may be long. */
  readonly isReference: boolean
  /** Whether the rows of its tables are read one by one rather than compared: on a phone, each becomes an entry of a list. */
  readonly hasTablesOfEntries: boolean
}

export type DocGroup = { readonly id: string; readonly title: string; readonly pages: readonly DocPage[] }

type Row = Pick<DocPage, 'title' | 'description'> &
  Partial<Pick<DocPage, 'path' | 'file' | 'isReference' | 'hasTablesOfEntries'>>

/** `docs/{group}/{name}.md` becomes `/docs/{group}/{name}`, unless the row says otherwise. */
const group = (title: string, rows: Readonly<Record<string, Row>>): DocGroup => {
  const id = title.toLowerCase()
  return {
    id,
    title,
    pages: Object.entries(rows).map(([name, row]) => ({
      path: `/docs/${id}/${name}`,
      file: `docs/${id}/${name}.md`,
      isReference: false,
      hasTablesOfEntries: false,
      ...row,
    })),
  }
}

export const DOC_GROUPS: readonly DocGroup[] = [
  group('Start', {
    'quick-start': {
      title: 'Quick start',
      description: 'Start the service on your machine and read your first posts.',
    },
    'how-it-works': {
      title: 'How it works',
      description: 'What happens to a request, who does what, and the terms of this documentation.',
    },
    php: {
      title: 'Plugin in PHP',
      description: 'Show posts in a WordPress plugin, or in any other PHP program.',
    },
    javascript: {
      title: 'Plugin in JavaScript',
      description: 'Show posts with the typed client, and test without a service.',
    },
    operator: {
      title: 'Operator',
      description: 'Create plans and licenses, connect platforms, and check the service.',
    },
    'site-owner': {
      title: 'Site owner',
      description: 'Enter a license key in WordPress, and show the posts of a profile.',
    },
  }),
  group('Guides', {
    plugin: {
      title: 'Build a plugin',
      description: 'Show posts on a site in three modes, in PHP and JavaScript.',
    },
    selector: {
      title: 'Let editors select posts',
      description: 'Embed the post selector, and refresh selected posts in the background.',
    },
    feed: {
      title: 'Show posts on any site',
      description:
        'The feed on Shopify, Webflow, Laravel and static sites: a custom element, or HTML from your server.',
    },
    'ship-a-plugin': {
      title: 'Ship a plugin',
      description: 'What to check before a release: storage, consent, untrusted content, error messages and tests.',
    },
    'wordpress-kit': {
      title: 'WordPress kit',
      description: 'A complete WordPress plugin that you rename and ship.',
      file: 'packages/wordpress/README.md',
    },
    api: {
      title: 'Use the API',
      description: 'Tokens, scans, paging, quotas, caching and the normalized form of posts.',
    },
    'api-client': {
      title: 'Write a client',
      description: 'The rules for a client of the API, and a client that follows them.',
    },
    validation: {
      title: 'Validate links and posts',
      description: 'What the service fetches to validate a link or a post, and what it returns.',
    },
    'connected-accounts': {
      title: 'Connect accounts',
      description: 'Read an account with the permission of its owner: the way of the browser, results and errors.',
    },
    media: {
      title: 'Images that last',
      description: 'Images that the service passes on: their URLs, what is sent, and how to stop serving them.',
    },
    sources: {
      title: 'What can be followed',
      description: 'Hashtags, communities, playlists, lists, searches: the forms to paste, and what cannot be read.',
      hasTablesOfEntries: true,
    },
  }),
  group('Reference', {
    api: {
      title: 'API reference',
      description: 'Every endpoint of the API, with its fields, errors and calls in curl, PHP and JavaScript.',
      isReference: true,
    },
    'admin-api': {
      title: 'Admin API reference',
      description: 'Every endpoint of the admin API, with its fields and a call.',
      isReference: true,
    },
    errors: {
      title: 'Error codes',
      description: 'What each error code means and what a client should do.',
      path: '/docs/errors',
      isReference: true,
    },
    platforms: {
      title: 'Platforms',
      description: 'Every platform: handles, variants, sources, settings and credentials.',
      isReference: true,
    },
    normalization: {
      title: 'Fields by platform',
      description: 'Which fields of a post each platform provides, and where they come from.',
      isReference: true,
    },
    webhooks: {
      title: 'Webhooks',
      description: 'Events, their payloads, and how to receive and verify them.',
      isReference: true,
    },
    'javascript-client': {
      title: 'JavaScript client',
      description: 'The typed client for JavaScript and TypeScript.',
      file: 'packages/client/README.md',
    },
    'php-client': {
      title: 'PHP client',
      description: 'The client for PHP 7.4 and later, in one file.',
      file: 'packages/php/README.md',
    },
    'selector-element': {
      title: 'Post selector',
      description: 'The custom element with which editors select posts.',
      file: 'packages/selector/README.md',
    },
    'feed-markup': {
      title: 'Feed',
      description: 'The custom element, the renderer and the markup that show posts on a page.',
      file: 'packages/feed/README.md',
    },
    cli: {
      title: 'Command line',
      description: 'Commands of `central-api` for every day: serve, scan, validate, platforms and doctor.',
    },
    'cli-licenses': {
      title: 'Command line: licenses',
      description: 'Commands for licenses, plans and usage.',
    },
    'cli-store': {
      title: 'Command line: store',
      description: 'Commands for webhooks, backups, migrations, imports and exports.',
    },
    settings: {
      title: 'Settings',
      description: 'Every environment variable, its default and its meaning.',
      isReference: true,
    },
  }),
  group('Operate', {
    production: {
      title: 'Run in production',
      description: 'Requirements, the first start, the settings that matter, and a security checklist.',
    },
    deploy: {
      title: 'Deploy',
      description: 'Containers, systemd, Kubernetes and Helm, the proxy in front, and several workers.',
    },
    postgresql: {
      title: 'PostgreSQL',
      description: 'PgBouncer, searching among many licenses, and the move from SQLite.',
    },
    backup: {
      title: 'Backup and restore',
      description: 'Back up the store, restore it, survive a failover, and delete the data of a person.',
    },
    secrets: {
      title: 'Secrets and operators',
      description: 'Rotate keys and secrets, give operators their own tokens, and read the audit trail.',
    },
    applications: {
      title: 'Register applications',
      description:
        'What to register at each platform, so that owners can connect their accounts, and what reviewers look at.',
    },
    upgrades: {
      title: 'Upgrade',
      description: 'Upgrade the service without an interruption.',
    },
    monitoring: {
      title: 'Monitor',
      description: 'Metrics, traces and logs.',
    },
    alerts: {
      title: 'Alerts',
      description: 'What each alert means and what to do.',
    },
    console: {
      title: 'Console',
      description: 'The web pages for operators.',
    },
    'admin-api': {
      title: 'Use the admin API',
      description: 'Roles, errors and safe retries of the admin API.',
    },
    importing: {
      title: 'Import and export',
      description: 'Move licenses from another shop or license service, and take them out again.',
    },
    egress: {
      title: 'Egress',
      description: 'What the service fetches, and what it refuses.',
    },
    performance: {
      title: 'Performance',
      description: 'How fast the service is, and how to measure it.',
    },
    scaling: {
      title: 'Scaling',
      description: 'What one replica and one PostgreSQL server can serve, and what to do at each step.',
    },
    'scaling-simulation': {
      title: 'Scaling: the simulation',
      description: 'How the figures about scaling were simulated and measured.',
    },
    tested: {
      title: 'What was tested',
      description: 'How each deployment was tested, and what was only checked.',
    },
  }),
  group('Contribute', {
    platform: {
      title: 'Add a platform',
      description: 'From an empty folder to a platform that the service can scan.',
    },
    'platform-contract': {
      title: 'The contract of a platform',
      description: 'What a platform declares: handles, sources, refusals, credentials, paging and post URLs.',
    },
    'platform-tests': {
      title: 'Map and test a platform',
      description: 'The mapping of responses to posts, and the fixtures, suite and simulator that test it.',
    },
  }),
]

export const DOC_PAGES: readonly DocPage[] = DOC_GROUPS.flatMap(({ pages }) => pages)
