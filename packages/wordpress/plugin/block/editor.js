// The block in the editor. Calls the REST routes of this site, never the service, and shows the server-rendered HTML in the
// canvas. Uses the globals in `wp`, so that it needs no build. choose.js has the modal for selecting posts, design.js
// the sidebar.

;(() => {
  const { BlockControls, useBlockProps } = wp.blockEditor
  const { createBlock, registerBlockType } = wp.blocks
  const { Button, Disabled, Placeholder, Spinner, TextControl, ToolbarButton, ToolbarGroup } = wp.components
  const { createElement: h, Fragment, RawHTML, useEffect, useRef, useState } = wp.element
  const { __ } = wp.i18n
  const { apiFetch } = wp

  const NAME = 'central-posts/posts'
  const REL = 'nofollow ugc noopener'
  /** Attributes that the server renders. */
  const RENDERED_ATTRIBUTES = [
    ...['mode', 'url', 'sources', 'posts', 'hidden', 'count', 'order', 'layout', 'columns', 'tablet', 'phone'],
    ...['ratio', 'gap', 'corner', 'shadow', 'hover', 'lines', 'without'],
    ...['kinds', 'words', 'hidewords', 'tags', 'hidetags', 'hideauthors', 'reposts', 'replies', 'approved'],
  ]
  const DEBOUNCE_MS = 500
  const {
    callApi,
    keep,
    onKept,
    sourceOf,
    ApprovalOffer,
    CurateControls,
    DesignControls,
    PostsModal,
    Sample,
    SourceForm,
    ICON,
    ErrorNotice,
    names = [],
    hosts = [],
    isSetUp = false,
    settingsUrl = '',
  } = window.centralPosts

  /** Whether a pasted text is a URL of the license’s platforms, which becomes this block. */
  const isPlatformUrl = (text) => {
    const url = text.trim()
    if (/\s/.test(url) || !URL.canParse(url)) return false
    const { protocol, hostname } = new URL(url)
    return /^https?:$/.test(protocol) && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }

  const NotSetUp = () =>
    h(
      Placeholder,
      {
        icon: ICON,
        label: __('Posts from a platform', 'central-posts'),
        instructions: __('The service URL or the license key is missing.', 'central-posts'),
      },
      settingsUrl && h(Button, { variant: 'primary', href: settingsUrl }, __('Open the settings', 'central-posts')),
    )

  /** Form for the URL of a single post or link. */
  const UrlForm = ({ mode, initialUrl, onRead }) => {
    const [url, setUrl] = useState(initialUrl)
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const submit = async (event) => {
      event.preventDefault()
      setBusy(true)
      setError(undefined)
      try {
        onRead(await callApi('read', { url: url.trim(), mode }))
      } catch (caught) {
        setError(caught)
        setBusy(false)
      }
    }
    return h(
      Placeholder,
      {
        icon: 'admin-links',
        label: mode === 'post' ? __('Single post', 'central-posts') : __('Link card', 'central-posts'),
        instructions: __('Paste the URL.', 'central-posts'),
      },
      h(
        'form',
        { onSubmit: submit, className: 'central-posts-address' },
        h(TextControl, {
          label: __('URL', 'central-posts'),
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
          __('Embed', 'central-posts'),
        ),
        h(ErrorNotice, { error }),
      ),
    )
  }

  /**
   * Shows the server-rendered block. WordPress's own component sends all attributes, including those that other plugins add to every
   * block and the server rejects.
   */
  const Preview = ({ attributes }) => {
    const [html, setHtml] = useState()
    const [error, setError] = useState()
    /** Number of times that images were copied since. */
    const [kept, setKept] = useState(0)
    useEffect(() => onKept(() => setKept((count) => count + 1)), [])
    const rendered = JSON.stringify(Object.fromEntries(RENDERED_ATTRIBUTES.map((name) => [name, attributes[name]])))
    useEffect(() => {
      const controller = new AbortController()
      const { signal } = controller
      const render = async () => {
        try {
          const path = `/wp/v2/block-renderer/${NAME}?context=edit`
          const response = await apiFetch({ path, method: 'POST', data: { attributes: JSON.parse(rendered) }, signal })
          setHtml(response.rendered)
          setError(undefined)
        } catch (caught) {
          if (!signal.aborted) setError(caught)
        }
      }
      const timer = setTimeout(render, html === undefined ? 0 : DEBOUNCE_MS)
      return () => {
        clearTimeout(timer)
        controller.abort()
      }
    }, [rendered, kept])
    if (error) return h(ErrorNotice, { error })
    if (html === undefined) return h(Spinner)
    return html === ''
      ? h('p', null, __('No content yet. It appears after the next refresh.', 'central-posts'))
      : h(RawHTML, null, html)
  }

  /** Whether the block is shown in a preview of the inserter, a pattern or a style, where nothing can be entered. */
  const useIsPreview = () =>
    wp.data.useSelect((select) => {
      const settings = select('core/block-editor').getSettings()
      // Before WordPress 6.8, the setting has another name.
      return settings.isPreviewMode ?? settings.__unstableIsPreviewMode ?? false
    }, [])

  const Edit = ({ attributes, setAttributes, isSelected }) => {
    const { mode, url, sources, posts, links } = attributes
    const [isSelecting, setSelecting] = useState(false)
    const [isReplacing, setReplacing] = useState(false)
    const [error, setError] = useState()
    const requestedUrl = useRef('')
    const block = useRef()
    const blockProps = useBlockProps({ ref: block })
    const isEmpty = mode === 'posts' ? sources.length === 0 && posts.length === 0 : url === ''
    /** Pasted, but not fetched yet. */
    const isPending = mode !== 'posts' && url !== '' && links.length === 0

    const onRead = ({ mode: foundMode, url: foundUrl, text }, set = setAttributes) => {
      if (foundMode !== mode)
        wp.data
          .dispatch('core/notices')
          .createInfoNotice(__('This URL is not a post. It is shown as a link card.', 'central-posts'), {
            type: 'snackbar',
          })
      setError(undefined)
      setReplacing(false)
      set({ mode: foundMode, url: foundUrl, links: [{ url: foundUrl, text }] })
    }

    /** Shows what the form of the empty block has found. The focus stays on the block, as the form is gone. */
    const onFound = (found) => {
      block.current?.focus()
      if (found.is !== 'profile') {
        const { mode, url, text } = found
        setAttributes({ mode, url, links: [{ url, text }] })
        return
      }
      const { url, label } = found
      const source = sourceOf(found)
      setError(undefined)
      setAttributes({ sources: [source], links: url === null ? [] : [{ url, text: label }] })
      keep({ posts: [], sources: [source] }).catch(setError)
    }

    /** A change that no action of the user has caused must not be a step of its own in the undo history. */
    const setAttributesWithoutUndo = (changes) => {
      wp.data.dispatch('core/block-editor').__unstableMarkNextChangeAsNotPersistent()
      setAttributes(changes)
    }

    useEffect(() => {
      if (!isPending || !isSetUp || requestedUrl.current === url) return
      requestedUrl.current = url
      callApi('read', { url, mode }).then(
        (found) => onRead(found, setAttributesWithoutUndo),
        (caught) => {
          setError(caught)
          // The block stays a plain link until a later refresh succeeds.
          setAttributesWithoutUndo({ links: [{ url, text: url }] })
        },
      )
    })

    const isPreview = useIsPreview()
    const renderContent = () => {
      if (isPreview && isEmpty) return h(Sample, { attributes })
      if (!isSetUp) return h(NotSetUp)
      if (isPending) return h(Placeholder, { icon: 'admin-links', label: url }, h(Spinner))
      if (mode !== 'posts' && (isEmpty || isReplacing)) return h(UrlForm, { mode, initialUrl: url, onRead })
      if (isEmpty) return h(SourceForm, { onFound, onSelect: () => setSelecting(true) })
      return h(
        Fragment,
        null,
        isSelected && mode === 'posts' && h(ApprovalOffer, { attributes, setAttributes }),
        h(ErrorNotice, { error }),
        h(Disabled, null, h(Preview, { attributes })),
      )
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
            h(ToolbarButton, { icon: 'edit', onClick: () => setSelecting(true) }, __('Select posts', 'central-posts')),
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
      mode === 'posts' && isSetUp && h(CurateControls, { attributes, setAttributes }),
      mode === 'posts' && isSetUp && h(DesignControls, { attributes, setAttributes }),
      renderContent(),
      isSelecting &&
        h(PostsModal, {
          attributes,
          onClose: () => setSelecting(false),
          onChoose: (selected) => {
            setAttributes(selected)
            setSelecting(false)
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
  ]
  const POST_KEYWORDS = [__('embed', 'central-posts'), __('social', 'central-posts'), __('quote', 'central-posts')]
  const LINK_KEYWORDS = [__('embed', 'central-posts'), __('preview', 'central-posts'), __('bookmark', 'central-posts')]

  registerBlockType(NAME, {
    edit: Edit,
    save,
    variations: [
      {
        name: 'posts',
        title: __('Posts from a platform', 'central-posts'),
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
