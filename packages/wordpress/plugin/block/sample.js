// Made-up posts, which the inserter and the previews of patterns show in place of an empty block. Has the markup of the feed, and
// loads nothing.

;(() => {
  const { createElement: h } = wp.element
  const { __ } = wp.i18n

  /** Width, height and the colors of a landscape: sky, sun, hills. */
  const LANDSCAPES = [
    [400, 400, '#a8d8ea', '#fff6d6', '#4f9a94', '#2f6f6b'],
    [400, 500, '#fbd6a3', '#ffffff', '#d08a4e', '#8f5a33'],
    [400, 300, '#c9c6f0', '#ffe9c7', '#7d78b8', '#4d4984'],
    [400, 400, '#f6c1c7', '#fffaf0', '#b96a7f', '#7d3f56'],
    [400, 480, '#bfe3c0', '#fffbe0', '#5f9f6a', '#356b45'],
  ]

  const landscape = ([width, height, sky, sun, far, near]) =>
    `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="${sky}" d="M0 0h${width}v${height}H0z"/><circle cx="290" cy="${height / 4}" r="44" fill="${sun}"/><path fill="${far}" d="M0 ${height * 0.62}Q120 ${height * 0.42} 240 ${height * 0.6}T${width} ${height * 0.55}V${height}H0z"/><path fill="${near}" d="M0 ${height * 0.8}Q150 ${height * 0.62} 280 ${height * 0.78}T${width} ${height * 0.74}V${height}H0z"/></svg>`,
    )}`

  /** Author, text, and the number of a landscape; undefined for none. */
  const POSTS = [
    ['Ada', __('The first light over the valley this morning.', 'central-posts'), 0],
    ['Ada', __('New colors for the workshop. Which one is your favorite?', 'central-posts'), 1],
    ['Noor', __('We open an hour earlier from Monday. Come in for a coffee!', 'central-posts')],
    ['Noor', __('Three days of walking, and this at the end.', 'central-posts'), 2],
    ['Ada', __('A quiet evening at the lake.', 'central-posts'), 3],
    ['Noor', __('Spring has arrived in the garden behind the studio.', 'central-posts'), 4],
  ]

  const Picture = ({ picture }) => {
    const [width, height] = LANDSCAPES[picture]
    const style = { '--central-posts-natural': `${width}/${height}` }
    return h(
      'div',
      { className: 'central-posts-media', style },
      h(
        'div',
        { className: 'central-posts-frame', style },
        h('img', { className: 'central-posts-picture', src: landscape(LANDSCAPES[picture]), width, height, alt: '' }),
      ),
    )
  }

  const Post = ({ author, text, picture, without }) => {
    const isText = picture === undefined
    const hasByline = !without.includes('author')
    const hasText = isText || !without.includes('text')
    return h(
      'article',
      { className: `central-posts-post ${isText ? 'is-text is-plain is-short' : 'is-photo'}` },
      !isText && h(Picture, { picture }),
      (hasByline || hasText) &&
        h(
          'div',
          { className: 'central-posts-body' },
          hasByline &&
            h(
              'div',
              { className: 'central-posts-byline' },
              h(
                'span',
                { className: 'central-posts-avatar', style: { '--central-posts-hue': author.length * 60 } },
                author[0],
              ),
              h('p', { className: 'central-posts-who' }, h('span', { className: 'central-posts-author' }, author)),
            ),
          hasText && h('div', { className: 'central-posts-text' }, h('p', null, text)),
        ),
    )
  }

  const Head = () =>
    h(
      'div',
      { className: 'central-posts-head' },
      h('span', { className: 'central-posts-avatar', style: { '--central-posts-hue': 180 } }, 'A'),
      h(
        'div',
        { className: 'central-posts-about-profile' },
        h('p', { className: 'central-posts-name' }, 'Ada'),
        h('p', { className: 'central-posts-handle' }, '@ada'),
      ),
      h(
        'p',
        { className: 'central-posts-visit' },
        h('span', { className: 'wp-element-button central-posts-button' }, __('Follow', 'central-posts')),
      ),
    )

  /** The made-up posts in the layout of a block. `attributes` are those of the block. */
  window.centralPosts.Sample = ({ attributes }) => {
    const { mode, columns, without } = attributes
    const layout = mode === 'posts' ? attributes.layout : 'single'
    const hasPicture = ([, , picture]) => picture !== undefined
    const shown = layout === 'justified' ? POSTS.filter(hasPicture) : POSTS
    const style = { '--central-posts-columns': columns }
    const hasHead = layout !== 'single' && !without.includes('head')
    return h(
      'div',
      { className: `central-posts-stream is-${layout}`, style, 'aria-hidden': true },
      hasHead && h(Head),
      h(
        'ul',
        { className: `central-posts-items is-${layout}` },
        (layout === 'single' ? shown.slice(0, 1) : shown).map(([author, text, picture], index) =>
          h(
            'li',
            {
              key: index,
              className: 'central-posts-item',
              style:
                layout === 'justified'
                  ? { '--central-posts-natural': LANDSCAPES[picture].slice(0, 2).join('/') }
                  : undefined,
            },
            h(Post, { author, text, picture, without }),
          ),
        ),
      ),
      h('div', { className: 'central-posts-last', hidden: true }),
    )
  }
})()
