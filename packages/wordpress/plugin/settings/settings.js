// The settings page: checks the URL and the key as soon as both are entered, and shows the result beside the fields. Without this
// script, the button “Check connection” does the same with a page load.

;(() => {
  const { __ } = wp.i18n
  const form = document.querySelector('.central-posts-settings form')
  const result = document.getElementById('central-posts-result')
  const checkButton = form.querySelector('button[value=check]')
  const inputs = { url: form.elements.url, key: form.elements.key }
  /** Errors of the REST API that mean that the user is no longer signed in. */
  const SIGNED_OUT = ['rest_cookie_invalid_nonce', 'rest_forbidden', 'rest_not_logged_in']
  let lastCheck = 0

  const showErrors = (errors) => {
    for (const [name, input] of Object.entries(inputs)) {
      const message = document.getElementById(`central-posts-${name}-error`)
      if (message === null) continue
      message.textContent = errors[name] ?? ''
      message.hidden = errors[name] === undefined
      if (errors[name] === undefined) input?.removeAttribute('aria-invalid')
      else input?.setAttribute('aria-invalid', 'true')
    }
  }

  const showSentence = (sentence) => {
    const text = document.createElement('p')
    text.textContent = sentence
    const title = document.createElement('h2')
    title.id = 'central-posts-state'
    title.className = 'central-posts-state is-skipped'
    title.textContent = __('Not checked', 'central-posts')
    result.replaceChildren(title, text)
  }

  /** Response of the route; undefined if the check failed, or was overtaken by another one. */
  const check = async () => {
    lastCheck += 1
    const current = lastCheck
    result.setAttribute('aria-busy', 'true')
    checkButton.disabled = true
    checkButton.textContent = __('Checking…', 'central-posts')
    try {
      const data = { url: inputs.url.value, key: inputs.key?.value ?? '' }
      const found = await wp.apiFetch({ path: '/central-posts/v1/check-connection', method: 'POST', data })
      if (current !== lastCheck) return
      showErrors(found.errors)
      // HTML of this site, escaped by the server.
      result.innerHTML = found.html
      return found
    } catch (error) {
      if (current !== lastCheck) return
      showSentence(
        SIGNED_OUT.includes(error?.code)
          ? __(
              'You are signed out. Sign in again in another tab, then check again. What you typed stays here.',
              'central-posts',
            )
          : (error?.message ?? __('Something went wrong. Try again.', 'central-posts')),
      )
    } finally {
      if (current === lastCheck) {
        result.removeAttribute('aria-busy')
        checkButton.disabled = false
        checkButton.textContent = __('Check connection', 'central-posts')
      }
    }
  }

  checkButton.addEventListener('click', (event) => {
    event.preventDefault()
    check()
  })
  // The server stores no key that the service does not know, and a page load would empty its field.
  let isKeyChecked = false
  form.addEventListener('submit', async (event) => {
    const { submitter } = event
    const key = inputs.key?.value ?? ''
    if (isKeyChecked || submitter?.value !== 'save' || key === '') return
    event.preventDefault()
    const found = await check()
    if (inputs.key.value !== key) return
    if (!found?.refused) {
      isKeyChecked = true
      form.requestSubmit(submitter)
      return
    }
    const message = document.getElementById('central-posts-key-error')
    message.textContent = `${found.errors.key} ${__('Nothing is saved yet: correct the key, or empty its field.', 'central-posts')}`
    inputs.key.focus()
  })
  const hasKey = () => (inputs.key?.value ?? '') !== '' || form.elements.forget_key !== undefined || !inputs.key
  for (const input of Object.values(inputs)) {
    input?.addEventListener('change', () => {
      if (inputs.url.value.trim() !== '' && hasKey()) check()
    })
  }
})()
