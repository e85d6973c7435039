// The page that servers with IndieAuth read about the service: its name, its logo, and where browsers may return to.
// https://indieauth.spec.indieweb.org/#client-information-discovery

import type { ServiceClient } from '../../../connect/service-client.ts'
import { html } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'

export const clientPage = ({ name, logoUrl }: Brand, { id, redirectUri }: ServiceClient['indieAuth']): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="redirect_uri" href="${redirectUri}">
</head>
<body>
<main class="h-app">
${logoUrl !== undefined && html`<p><img class="u-logo" src="${logoUrl}" alt="" height="40"></p>`}
<h1><a class="u-url p-name" href="${id}">${name}</a></h1>
<p>With your permission, this service reads your posts, so that a website can show them.</p>
</main>
</body>
</html>
`.markup
