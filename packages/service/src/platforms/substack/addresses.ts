// Addresses of articles. Substack has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const ARTICLE = 'https://{blog}.substack.com/p/{slug}'
const BY_ID = 'https://substack.com/home/post/p-{id}'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{4,14}', blog: '(?!open\\.)[a-z0-9][a-z0-9-]*' },
  patterns: {
    '{blog}.substack.com/p/{slug}/**': ARTICLE,
    // What “Share” copies; a blog at a host of its own is redirected to from there.
    'open.substack.com/pub/{blog:name}/p/{slug}/**': ARTICLE,
    // A heading within an article.
    '{blog}.substack.com/i/{id}/**': BY_ID,
    // What its author is shown of it.
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
