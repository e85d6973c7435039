// Typical typed code. It is compiled, not run.

import { type Client, createClient } from '@central-api/client'
import { type ChoiceEvent, LoadError, type OwnStrings, PostSelector, type Source, STRINGS } from '@central-api/selector'
import '@central-api/selector/define'
import { PostSelector as Bundled } from '@central-api/selector/bundle'

const client: Client = createClient({ baseUrl: 'https://api.example.com', token: () => 'of my own server' })

/** The typed client works as a source. */
export const direct: Source = client.scan

export const source: Source = async (request, { signal }) => {
  const response = await fetch('/posts', { method: 'POST', body: JSON.stringify(request), signal })
  if (!response.ok) throw new LoadError({ code: 'platform_error', sentence: 'Not today.' })
  return response.json()
}

export const polish: OwnStrings = {
  more: 'Więcej',
  posts: { one: '{count} wpis', few: '{count} wpisy', other: '{count} wpisów' },
  errors: { ...STRINGS.errors, other: 'Błąd' },
}

const selector = document.querySelector('central-post-selector')
if (selector !== null) {
  selector.profiles = [{ platform: 'sandbox', handle: 'demo', label: 'Demo' }]
  selector.source = source
  selector.strings = polish
  selector.pictureAddress = (url, post) => (post.sensitive === true ? null : url)
  selector.addEventListener('change', (event) => {
    const [first] = (event as ChoiceEvent).chosen
    selector.title = first?.url ?? ''
  })
}

PostSelector.define('acme-post-selector')
Bundled.define('bravo-post-selector')
export class OwnSelector extends PostSelector {}
