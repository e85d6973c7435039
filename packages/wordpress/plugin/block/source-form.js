// The form of an empty block: one field for a URL or a name. The server recognizes which platform it belongs to; if several
// fit, the editor chooses.

;(() => {
  const { Button, Placeholder, TextControl } = wp.components
  const { createElement: h, useEffect, useRef, useState } = wp.element
  const { __, sprintf } = wp.i18n
  const { callApi, ErrorNotice } = window.centralPosts

  /** Buttons for what a text may be. `unclear` is the response of the route `find`. */
  const Choice = ({ text, unclear, isBusy, onMatch, onLink }) => {
    const group = useRef()
    useEffect(() => group.current.querySelector('button')?.focus(), [unclear])
    /* translators: %s: the name of a profile, such as @name. */
    const question = sprintf(__('On which platform is %s?', 'central-posts'), text)
    return h(
      'fieldset',
      { className: 'central-posts-which', ref: group },
      h('legend', null, unclear.matches.length > 0 ? question : unclear.says || unclear.hint),
      unclear.matches.map((match) =>
        h(
          Button,
          {
            key: `${match.platform} ${match.handle}`,
            variant: 'secondary',
            size: 'compact',
            disabled: isBusy,
            onClick: () => onMatch(match),
          },
          // A mark of this plugin, not of the platform. Its label would repeat the name.
          h('span', {
            className: 'central-posts-which-mark',
            'aria-hidden': true,
            dangerouslySetInnerHTML: { __html: match.mark },
          }),
          match.label,
        ),
      ),
      unclear.url &&
        h(
          Button,
          { variant: 'secondary', size: 'compact', disabled: isBusy, onClick: () => onLink(unclear.url) },
          __('Show a link card', 'central-posts'),
        ),
      unclear.matches.length > 0 && unclear.hint && h('p', { className: 'central-posts-hint' }, unclear.hint),
    )
  }

  /**
   * Field and buttons. `onFound` receives a response of the routes `find` or `read`, and may be asynchronous.
   * `action` is the label of the button. `only`: `profile`, if a post is of no use.
   */
  const SourceField = ({ label, action, only, onFound, children }) => {
    const [text, setText] = useState('')
    const [unclear, setUnclear] = useState()
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const isMounted = useRef(true)
    useEffect(() => {
      isMounted.current = true
      return () => {
        isMounted.current = false
      }
    }, [])

    const request = async (path, data, known = {}) => {
      setBusy(true)
      setError(undefined)
      try {
        const found = await callApi(path, data)
        if (!isMounted.current) return
        setUnclear(found.is === 'unclear' ? found : undefined)
        if (found.is !== 'unclear') {
          setText('')
          await onFound({ ...known, ...found })
        }
      } catch (caught) {
        if (isMounted.current) setError(caught)
      }
      if (isMounted.current) setBusy(false)
    }
    const find = () => request('find', { text: text.trim(), ...(only && { only }) })

    return h(
      'form',
      {
        className: 'central-posts-source',
        onSubmit: (event) => {
          event.preventDefault()
          event.stopPropagation()
          find()
        },
      },
      h(
        'div',
        { className: 'central-posts-source-line' },
        h(TextControl, {
          label,
          value: text,
          placeholder: __('https://… or @name', 'central-posts'),
          autoComplete: 'off',
          spellCheck: false,
          onChange: (value) => {
            setText(value)
            setUnclear(undefined)
          },
          __next40pxDefaultSize: true,
          __nextHasNoMarginBottom: true,
        }),
        h(
          Button,
          {
            variant: 'primary',
            type: 'submit',
            isBusy,
            disabled: isBusy || text.trim() === '',
            __next40pxDefaultSize: true,
          },
          action,
        ),
        children,
      ),
      unclear &&
        h(Choice, {
          text: text.trim(),
          unclear,
          isBusy,
          onMatch: ({ platform, handle, variant, variants }) =>
            request('find', { text: handle, platform, variant }, { variants }),
          onLink: (url) => request('read', { url, mode: 'link' }),
        }),
      h(ErrorNotice, { error }),
    )
  }

  /** An icon without a font: the canvas has no Dashicons. */
  const ICON = h(
    'svg',
    { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true },
    h('path', { d: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z', fill: 'currentColor' }),
  )

  /** The placeholder of a block without posts. */
  const SourceForm = ({ onFound, onSelect }) =>
    h(
      Placeholder,
      {
        icon: ICON,
        label: __('Social feed', 'central-posts'),
        instructions: __('Enter the URL of a profile or a post, or a name such as @name or #tag.', 'central-posts'),
        className: 'central-posts-start',
      },
      h(
        SourceField,
        {
          label: __('URL or name', 'central-posts'),
          action: __('Show posts', 'central-posts'),
          onFound,
        },
        h(
          Button,
          { variant: 'tertiary', onClick: onSelect, __next40pxDefaultSize: true },
          __('Select posts', 'central-posts'),
        ),
      ),
      h(window.centralPosts.ConnectedAccounts, { onFound }),
    )

  window.centralPosts = { ...window.centralPosts, ICON, SourceField, SourceForm }
})()
