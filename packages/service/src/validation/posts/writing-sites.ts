// Posts of the large sites for writing and code. Most have no oEmbed: their pages tell, by their status, what is there.

import { oembedAt, type PostSite, postSite } from './post-site.ts'

const github = postSite({
  platform: 'github',
  name: 'GitHub',
  domains: ['github.com'],
  parts: {
    owner: '[A-Za-z0-9-]{1,39}',
    repository: '[\\w.-]{1,100}',
    kind: 'issues|pull|discussions',
    number: '\\d{1,9}',
    id: '[0-9a-f]{5,40}',
  },
  posts: {
    'github.com/orgs/{owner}/discussions/{number}': 'https://github.com/orgs/{owner}/discussions/{number}',
    'github.com/{owner}/{repository}/releases/tag/{tag}/**':
      'https://github.com/{owner}/{repository}/releases/tag/{tag}',
    'github.com/{owner}/{repository}/{kind}/{number}/**': 'https://github.com/{owner}/{repository}/{kind}/{number}',
    'gist.github.com/{owner}/{id}': 'https://gist.github.com/{owner}/{id}',
  },
})

const medium = postSite({
  platform: 'medium',
  name: 'Medium',
  domains: ['medium.com'],
  parts: { id: '[0-9a-f]{8,12}', slug: '[^/]*-[0-9a-f]{8,12}', where: '(?!tag/)@?[\\w.-]+' },
  posts: {
    'medium.com/p/{id}': 'https://medium.com/p/{id}',
    'medium.com/{where}/{slug}': 'https://medium.com/{where}/{slug}',
    '{blog}.medium.com/{slug}': 'https://{blog}.medium.com/{slug}',
  },
})

const substack = postSite({
  platform: 'substack',
  name: 'Substack',
  domains: ['substack.com'],
  parts: { id: '\\d{4,14}' },
  posts: {
    '{blog}.substack.com/p/{slug}': 'https://{blog}.substack.com/p/{slug}',
    'substack.com/home/post/p-{id}': 'https://substack.com/home/post/p-{id}',
    'substack.com/@{user}/p-{id}': 'https://substack.com/home/post/p-{id}',
  },
})

const devto = postSite({
  platform: 'devto',
  name: 'DEV',
  domains: ['dev.to'],
  parts: { user: '(?!t/|settings/|p/)\\w{1,40}', slug: '[\\w-]+-[a-z0-9]{2,5}' },
  posts: { 'dev.to/{user}/{slug}': 'https://dev.to/{user}/{slug}' },
})

const wordpress = postSite({
  platform: 'wordpress',
  name: 'WordPress.com',
  domains: ['wordpress.com', 'wp.me'],
  parts: { year: '\\d{4}', month: '\\d{2}', day: '\\d{2}', id: '\\d{1,12}' },
  posts: {
    '{site}.wordpress.com/{year}/{month}/{day}/{slug}': 'https://{site}.wordpress.com/{year}/{month}/{day}/{slug}/',
    '{site}.wordpress.com/?p={id}': 'https://{site}.wordpress.com/?p={id}',
  },
  oembed: oembedAt('https://public-api.wordpress.com/oembed/', { for: 'central-api' }),
})

const codepen = postSite({
  platform: 'codepen',
  name: 'CodePen',
  domains: ['codepen.io'],
  parts: { kind: 'pen|full|details|embed', id: '[A-Za-z]{5,10}|[0-9a-f]{32}' },
  posts: { 'codepen.io/{user}/{kind}/{id}': 'https://codepen.io/{user}/pen/{id}' },
})

export const WRITING_SITES: readonly PostSite[] = [github, medium, substack, devto, wordpress, codepen]
