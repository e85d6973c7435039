// The block in the editor: asks this site, never the service, and shows in the canvas what the server renders. Written
// against what WordPress has in `wp`, so that it is its own source and needs no build. Posts are chosen in choose.js.

;(() => {
  const { BlockControls, InspectorControls, useBlockProps } = wp.blockEditor
  const { createBlock, registerBlockType } = wp.blocks
  const {
    Button,
    Disabled,
    PanelBody,
    Placeholder,
    RadioControl,
    RangeControl,
    Spinner,
    TextControl,
    ToolbarButton,
    ToolbarGroup,
  } = wp.components
  const { createElement: h, Fragment, RawHTML, useEffect, useRef, useState } = wp.element
  const { __ } = wp.i18n
  const { apiFetch } = wp

  const NAME = 'central-posts/posts'
  const REL = 'nofollow ugc noopener'
  /** What the server renders from. */
  const SHOWN = ['mode', 'url', 'sources', 'posts', 'hidden', 'count', 'layout', 'columns']
  const PAUSE_MS = 500
  const { ask, ChoosePosts, Trouble, hosts = [], isSetUp = false, settingsUrl = '' } = window.centralPosts

  /** Addresses of the license’s platforms become this block; any other stays what it was. */
  const isOwnAddress = (text) => {
    const address = text.trim()
    if (/\s/.test(address) || !URL.canParse(address)) return false
    const { protocol, hostname } = new URL(address)
    return /^https?:$/.test(protocol) && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }

  const NotSetUp = () =>
    h(
      Placeholder,
      {
        icon: 'format-status',
        label: __('Posts of a platform', 'central-posts'),
        instructions: __('The address of the service and the license key are missing.', 'central-posts'),
      },
      settingsUrl && h(Button, { variant: 'primary', href: settingsUrl }, __('Open the settings', 'central-posts')),
    )

  /** One post or link: its address. */
  const AskAddress = ({ mode, given, onRead }) => {
    const [url, setUrl] = useState(given)
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const read = async (event) => {
      event.preventDefault()
      setBusy(true)
      setError(undefined)
      try {
        onRead(await ask('read', { url: url.trim(), mode }))
      } catch (failure) {
        setError(failure)
        setBusy(false)
      }
    }
    return h(
      Placeholder,
      {
        icon: 'admin-links',
        label: mode === 'post' ? __('One post', 'central-posts') : __('A link as a card', 'central-posts'),
        instructions: __('Paste its address.', 'central-posts'),
      },
      h(
        'form',
        { onSubmit: read, className: 'central-posts-address' },
        h(TextControl, {
          label: __('Address', 'central-posts'),
          type: 'url',
          value: url,
          required: true,
          onChange: setUrl,
          __next40pxDefaultSize: true,
          __nextHasNoMarginBottom: true,
        }),
        h(
          Button,
          { variant: 'primary', type: 'submit', isBusy, disabled: isBusy || url.trim() === '' },
          __('Show it', 'central-posts'),
        ),
        h(Trouble, { error }),
      ),
    )
  }

  /**
   * What the server renders. WordPress's own component would send every attribute that the editor knows; other plugins add some to every
   * block, and the server refuses them.
   */
  const Preview = ({ attributes }) => {
    const [html, setHtml] = useState()
    const [error, setError] = useState()
    const wanted = JSON.stringify(Object.fromEntries(SHOWN.map((name) => [name, attributes[name]])))
    useEffect(() => {
      const controller = new AbortController()
      const { signal } = controller
      const render = async () => {
        try {
          const path = `/wp/v2/block-renderer/${NAME}?context=edit`
          const answer = await apiFetch({ path, method: 'POST', data: { attributes: JSON.parse(wanted) }, signal })
          setHtml(answer.rendered)
          setError(undefined)
        } catch (failure) {
          if (!signal.aborted) setError(failure)
        }
      }
      const timer = setTimeout(render, html === undefined ? 0 : PAUSE_MS)
      return () => {
        clearTimeout(timer)
        controller.abort()
      }
    }, [wanted])
    if (error) return h(Trouble, { error })
    if (html === undefined) return h(Spinner)
    return html === '' ? h('p', null, __('Nothing is stored of it yet.', 'central-posts')) : h(RawHTML, null, html)
  }

  const Look = ({ attributes, setAttributes }) =>
    h(
      InspectorControls,
      null,
      h(
        PanelBody,
        { title: __('Layout', 'central-posts') },
        h(RadioControl, {
          label: __('Layout', 'central-posts'),
          selected: attributes.layout,
          options: [
            { value: 'list', label: __('List', 'central-posts') },
            { value: 'grid', label: __('Grid', 'central-posts') },
            { value: 'single', label: __('Whole posts, one below the other', 'central-posts') },
          ],
          onChange: (layout) => setAttributes({ layout }),
        }),
        attributes.layout === 'grid' &&
          h(RangeControl, {
            label: __('Columns', 'central-posts'),
            value: attributes.columns,
            min: 1,
            max: 6,
            onChange: (columns) => setAttributes({ columns }),
            __next40pxDefaultSize: true,
            __nextHasNoMarginBottom: true,
          }),
        attributes.sources.length > 0 &&
          h(RangeControl, {
            label: __('Number of posts', 'central-posts'),
            value: attributes.count,
            min: 1,
            max: 20,
            onChange: (count) => setAttributes({ count }),
            __next40pxDefaultSize: true,
            __nextHasNoMarginBottom: true,
          }),
      ),
    )

  const Edit = ({ attributes, setAttributes }) => {
    const { mode, url, sources, posts, links } = attributes
    const [isChoosing, setChoosing] = useState(false)
    const [isReplacing, setReplacing] = useState(false)
    const [error, setError] = useState()
    const asked = useRef('')
    const blockProps = useBlockProps()
    const isEmpty = mode === 'posts' ? sources.length === 0 && posts.length === 0 : url === ''
    /** Pasted, and not read yet. */
    const isUnread = mode !== 'posts' && url !== '' && links.length === 0

    const take = ({ mode: found, url: address, text }) => {
      if (found !== mode)
        wp.data
          .dispatch('core/notices')
          .createInfoNotice(__('This URL is not a post. It is shown as a card.', 'central-posts'), { type: 'snackbar' })
      setError(undefined)
      setReplacing(false)
      setAttributes({ mode: found, url: address, links: [{ url: address, text }] })
    }

    useEffect(() => {
      if (!isUnread || !isSetUp || asked.current === url) return
      asked.current = url
      ask('read', { url, mode }).then(take, (failure) => {
        setError(failure)
        // Until the service can read what was pasted it stays a link; the next refresh tries it again.
        setAttributes({ links: [{ url, text: url }] })
      })
    })

    const inside = () => {
      if (!isSetUp) return h(NotSetUp)
      if (isUnread) return h(Placeholder, { icon: 'admin-links', label: url }, h(Spinner))
      if (mode !== 'posts' && (isEmpty || isReplacing)) return h(AskAddress, { mode, given: url, onRead: take })
      if (isEmpty)
        return h(
          Placeholder,
          {
            icon: 'format-status',
            label: __('Posts of a platform', 'central-posts'),
            instructions: __('Choose posts by hand, or let the newest come by themselves.', 'central-posts'),
          },
          h(Button, { variant: 'primary', onClick: () => setChoosing(true) }, __('Choose posts', 'central-posts')),
        )
      return h(Fragment, null, h(Trouble, { error }), h(Disabled, null, h(Preview, { attributes })))
    }

    return h(
      'div',
      blockProps,
      mode === 'posts' &&
        isSetUp &&
        h(
          BlockControls,
          null,
          h(
            ToolbarGroup,
            null,
            h(ToolbarButton, { icon: 'edit', onClick: () => setChoosing(true) }, __('Choose posts', 'central-posts')),
          ),
        ),
      mode !== 'posts' &&
        isSetUp &&
        !isEmpty &&
        h(
          BlockControls,
          null,
          h(
            ToolbarGroup,
            null,
            h(
              ToolbarButton,
              { isPressed: isReplacing, onClick: () => setReplacing(!isReplacing) },
              __('Replace', 'central-posts'),
            ),
          ),
        ),
      mode === 'posts' && isSetUp && h(Look, { attributes, setAttributes }),
      inside(),
      isChoosing &&
        h(ChoosePosts, {
          attributes,
          onClose: () => setChoosing(false),
          onChoose: (chosen) => {
            setAttributes(chosen)
            setChoosing(false)
          },
        }),
    )
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

  /** For text and attributes. The words are of others: brackets in them would be shortcodes of this site, and `&lt;` is no entity. */
  const escaped = (text) => String(text).replace(/[&<>"'[\]]/g, (sign) => ENTITIES[sign])

  /** Plain links, which are there also when the plugin is not. */
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
              .map(({ url, text }) => `<li><a href="${escaped(url)}" rel="${REL}">${escaped(text ?? url)}</a></li>`)
              .join(''),
          ),
        )

  registerBlockType(NAME, {
    edit: Edit,
    save,
    variations: [
      {
        name: 'posts',
        title: __('Posts of a platform', 'central-posts'),
        description: __('Chosen by hand, or the newest by themselves.', 'central-posts'),
        icon: 'format-status',
        attributes: { mode: 'posts' },
        isDefault: true,
      },
      {
        name: 'post',
        title: __('One post', 'central-posts'),
        description: __('A post of a platform, by its address.', 'central-posts'),
        icon: 'format-aside',
        attributes: { mode: 'post' },
      },
      {
        name: 'link',
        title: __('Link as a card', 'central-posts'),
        description: __('Title, text and picture of any page, by its address.', 'central-posts'),
        icon: 'admin-links',
        attributes: { mode: 'link' },
      },
    ].map((variation) => ({ ...variation, scope: ['inserter'], isActive: ['mode'] })),
    transforms: {
      from: [
        {
          type: 'raw',
          priority: 5,
          isMatch: (node) => node.nodeName === 'P' && isOwnAddress(node.textContent),
          transform: (node) => {
            const url = node.textContent.trim()
            // What cannot be read yet stays a link.
            return createBlock(NAME, { mode: 'post', url, links: isSetUp ? [] : [{ url, text: url }] })
          },
        },
      ],
    },
  })
})()
