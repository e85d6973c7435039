// The block while it is edited: toolbar, sidebar, modal, and its form or its posts.

;(() => {
  const { BlockControls, useBlockProps } = wp.blockEditor
  const { Placeholder, Spinner, ToolbarButton, ToolbarGroup } = wp.components
  const { createElement: h, Fragment, useEffect, useRef, useState } = wp.element
  const { __ } = wp.i18n
  const { callApi, keep, sourceOf, ErrorNotice, isSetUp = false } = window.centralPosts
  const { NotSetUp, Preview, SourceForm, UrlForm, useIsPreview, Sample } = window.centralPosts
  const { ApprovalOffer, CurateControls, DesignControls, PostsModal } = window.centralPosts

  const Edit = ({ attributes, setAttributes, isSelected, clientId }) => {
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
      // Where anybody can post, visitors see only what was approved, unless the owner decides otherwise.
      const approved = found.byOthers || attributes.approved
      setAttributes({ sources: [source], links: url === null ? [] : [{ url, text: label }], approved })
      keep({ posts: [], sources: [source] }).catch(setError)
    }

    /** Shows the form of the empty block again. */
    const startAgain = () => {
      block.current?.focus()
      setAttributes({ sources: [], posts: [], hidden: [], links: [], approved: false })
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
        isSelected && mode === 'posts' && h(ApprovalOffer, { attributes, setAttributes, clientId }),
        h(ErrorNotice, { error }),
        h(Preview, { attributes, onChange: startAgain }),
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
      mode === 'posts' && isSetUp && h(CurateControls, { attributes, setAttributes, clientId }),
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

  window.centralPosts.Edit = Edit
})()
