// The form of a block for a single post or a link card, and what stands in a block before the site is connected.

;(() => {
  const { Button, Placeholder, TextControl } = wp.components
  const { createElement: h, useState } = wp.element
  const { __ } = wp.i18n
  const { callApi, ErrorNotice, ICON, settingsUrl = '' } = window.centralPosts

  const NotSetUp = () =>
    h(
      Placeholder,
      {
        icon: ICON,
        label: __('Social feed', 'central-posts'),
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

  window.centralPosts = { ...window.centralPosts, NotSetUp, UrlForm }
})()
