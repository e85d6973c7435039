// Registers the block with its variations, what it saves, and which pasted URLs become it. Uses the globals in `wp`, so that it needs
// no build. edit.js has the block itself.

;(() => {
  const { useBlockProps } = wp.blockEditor
  const { createBlock, registerBlockType } = wp.blocks
  const { createElement: h, RawHTML } = wp.element
  const { __ } = wp.i18n
  const { Edit, ICON, names = [], hosts = [], isSetUp = false } = window.centralPosts

  const NAME = 'central-posts/posts'
  const REL = 'nofollow ugc noopener'

  /** Whether a pasted text is a URL of the license’s platforms, which becomes this block. */
  const isPlatformUrl = (text) => {
    const url = text.trim()
    if (/\s/.test(url) || !URL.canParse(url)) return false
    const { protocol, hostname } = new URL(url)
    return /^https?:$/.test(protocol) && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }

  const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
    '[': '&#x5b;',
    ']': '&#x5d;',
  }

  /** Escapes untrusted text for content and attributes. Unescaped brackets would be shortcodes of this site. */
  const escapeHtml = (text) => String(text).replace(/[&<>"'[\]]/g, (character) => ENTITIES[character])

  /** Saves plain links, which remain when the plugin is removed. */
  const save = ({ attributes: { links } }) =>
    links.length === 0
      ? null
      : h(
          'ul',
          useBlockProps.save(),
          h(
            RawHTML,
            null,
            links
              .map(
                ({ url, text }) => `<li><a href="${escapeHtml(url)}" rel="${REL}">${escapeHtml(text ?? url)}</a></li>`,
              )
              .join(''),
          ),
        )

  /** Words by which the inserter finds the variations. The names of platforms are added. */
  const KEYWORDS = [
    __('feed', 'central-posts'),
    __('social', 'central-posts'),
    __('gallery', 'central-posts'),
    __('photos', 'central-posts'),
    __('videos', 'central-posts'),
    __('timeline', 'central-posts'),
    __('hashtag', 'central-posts'),
    __('profile', 'central-posts'),
    __('embed', 'central-posts'),
    __('wall', 'central-posts'),
    __('social media', 'central-posts'),
  ]
  const POST_KEYWORDS = [__('embed', 'central-posts'), __('social', 'central-posts'), __('quote', 'central-posts')]
  const LINK_KEYWORDS = [__('embed', 'central-posts'), __('preview', 'central-posts'), __('bookmark', 'central-posts')]

  registerBlockType(NAME, {
    edit: Edit,
    save,
    variations: [
      {
        name: 'posts',
        title: __('Social feed', 'central-posts'),
        description: __('The latest posts of a profile, or selected posts.', 'central-posts'),
        icon: ICON,
        keywords: [...KEYWORDS, ...names],
        attributes: { mode: 'posts' },
        isDefault: true,
      },
      {
        name: 'post',
        title: __('Single post', 'central-posts'),
        description: __('A post of a platform, by its URL.', 'central-posts'),
        icon: 'format-aside',
        keywords: [...POST_KEYWORDS, ...names],
        attributes: { mode: 'post' },
      },
      {
        name: 'link',
        title: __('Link card', 'central-posts'),
        description: __('Title, text and image of any page, by its URL.', 'central-posts'),
        icon: 'admin-links',
        keywords: LINK_KEYWORDS,
        attributes: { mode: 'link' },
      },
    ].map((variation) => ({ ...variation, scope: ['inserter'], isActive: ['mode'] })),
    transforms: {
      from: [
        {
          type: 'raw',
          priority: 5,
          isMatch: (node) => node.nodeName === 'P' && isPlatformUrl(node.textContent),
          transform: (node) => {
            const url = node.textContent.trim()
            // Without a service, the URL stays a plain link.
            return createBlock(NAME, { mode: 'post', url, links: isSetUp ? [] : [{ url, text: url }] })
          },
        },
      ],
    },
  })
})()
