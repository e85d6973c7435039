// URLs of articles. Substack has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const ARTICLE = 'https://{blog}.substack.com/p/{slug}'
const BY_ID = 'https://substack.com/home/post/p-{id}'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{4,14}', blog: '(?!open\\.)[a-z0-9][a-z0-9-]*' },
  patterns: {
    '{blog}.substack.com/p/{slug}/**': ARTICLE,
    // The URL that “Share” copies. It redirects to a publication's own domain.
    'open.substack.com/pub/{blog:name}/p/{slug}/**': ARTICLE,
    // A heading within an article.
    '{blog}.substack.com/i/{id}/**': BY_ID,
    // Pages that the author sees.
    '{blog}.substack.com/publish/post/{id}': BY_ID,
    '{blog}.substack.com/publish/posts/detail/{id}/**': BY_ID,
    'substack.com/home/post/p-{id}': BY_ID,
    'substack.com/@{user}/p-{id}': BY_ID,
    'substack.com/inbox/post/{id}': BY_ID,
    'substack.com/app-link/post?post_id={id}': BY_ID,
  },
  domains: ['substack.com'],
  short: ['substack.com/redirect/{code}/**', '{blog}.substack.com/cp/{id}'],
}
