// The reference: the OpenAPI document as a page for people.

import type { Openapi, Operation, Tag } from '../openapi/document.ts'
import { jsonSample } from './code-sample.ts'
import { fields, schemaAnchor } from './fields.ts'
import { html, type Markup } from './markup.ts'
import { type NavGroup, renderPage } from './page.ts'
import { inline, paragraphs } from './prose.ts'
import { endpointAnchor, endpointSection, headerAnchor, servicePathRow } from './reference-endpoint.ts'
import { GUIDE_LINKS, guide, quickStart } from './reference-guide.ts'

/** The normalized form: these have a section each. The schemas of single requests and answers are shown where they belong. */
const FORM = [
  ...[
    'Page',
    'Profile',
    'Post',
    'Author',
    'Media',
    'LinkCard',
    'Poll',
    'PostReference',
    'Preview',
    'Embed',
    'Platform',
  ],
]

type Entry = readonly [path: string, operation: Operation]

const postsOf = ({ paths }: Openapi, tag: string): readonly Entry[] =>
  Object.entries(paths).flatMap(([path, { post }]) => (post?.tags.includes(tag) ? [[path, post] as const] : []))

const getsOf = ({ paths }: Openapi): readonly Entry[] =>
  Object.entries(paths).flatMap(([path, { get }]) => (get ? [[path, get] as const] : []))

const formOf = ({ components }: Openapi): readonly string[] => FORM.filter((name) => name in components.schemas)

type ShownPage = {
  readonly body: { readonly profile: Record<string, unknown>; readonly posts: readonly Record<string, unknown>[] }
}

const only = (value: Record<string, unknown> = {}, ...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, value[key]]))

/** What the service is about, at a glance: a page with most of its fields left out. */
const glance = ({ paths }: Openapi): Markup => {
  const scan = Object.values(paths).find(({ post }) => post?.operationId === 'scanProfile')?.post
  const [example] = Object.values(scan?.responses[200]?.content['application/json']?.examples ?? {})
  if (example === undefined) return html``
  const { body } = (example.value as { readonly data: ShownPage }).data
  const posts = body.posts.map((post) => only(post, 'id', 'kind', 'text', 'publishedAt', 'metrics'))
  const profile = only(body.profile, 'handle', 'displayName', 'counts')
  return jsonSample('A page, some fields of it', { ...body, profile, posts })
}

const hero = (document: Openapi): Markup => html`
<section class="hero pair">
  <div>
    <p class="eyebrow">API reference, version ${document.info.version}</p>
    <h1>${document.info.summary}</h1>
    <div class="lead">${paragraphs(document.info.description)}</div>
    <p class="base"><span>Base address</span> <code class="plain">${document.servers[0]?.url ?? ''}</code></p>
  </div>
  ${glance(document)}
</section>`

const endpoints = (document: Openapi, { name, description }: Tag): Markup => {
  const entries = postsOf(document, name)
  if (entries.length === 0) return html``
  return html`
<section class="group" id="${name.toLowerCase()}-endpoints"><h2>${name}</h2><p>${inline(description)}</p></section>
${entries.map(([path, operation]) => endpointSection(document, path, operation))}`
}

const form = (document: Openapi): Markup => html`
<section class="group" id="form">
  <h2>The normalized form</h2>
  <p>${inline('Every field is always there. What a platform does not tell is `null`, never `0` and never an empty text; lists are empty instead. Times are RFC 3339 in UTC with milliseconds, addresses are absolute, ids are strings.')}</p>
</section>
${formOf(document).map((name) => {
  const schema = document.components.schemas[name] ?? {}
  return html`
<section id="${schemaAnchor(name)}" class="object">
  <h3>${name}</h3>
  ${typeof schema.description === 'string' && html`<p>${inline(schema.description)}.</p>`}
  ${fields(schema, document.components.schemas)}
</section>`
})}`

const headers = ({ components }: Openapi): Markup => html`
<section class="object" id="headers">
  <h2>Headers of answers</h2>
  <p>${inline('Besides these, every answer of the API has `Cache-Control: no-store`: what is held is held by the service.')}</p>
  <dl class="fields">${Object.entries(components.headers).map(
    ([name, { description, example }]) => html`
    <div id="${headerAnchor(name)}">
      <dt><code class="name">${name}</code></dt>
      <dd>${inline(description)} <code class="example">${example}</code></dd>
    </div>`,
  )}
  </dl>
</section>`

const servicePaths = (document: Openapi): Markup => html`
<section class="object" id="service">
  <h2>Besides the API</h2>
  <dl class="fields">${getsOf(document).map(([path, operation]) => servicePathRow(path, operation))}</dl>
</section>`

const contents = (document: Openapi): readonly NavGroup[] => [
  { title: 'Start', links: GUIDE_LINKS },
  ...document.tags
    .map(({ name }) => ({
      title: name,
      links: postsOf(document, name).map(([path, operation]) => ({
        href: `#${endpointAnchor(operation)}`,
        text: html`<code class="plain">${path.replace(/^\/api\/v\d+\//, '')}</code>`,
      })),
    }))
    .filter(({ links }) => links.length > 0),
  {
    title: 'The form',
    links: formOf(document).map((name) => ({ href: `#${schemaAnchor(name)}`, text: name })),
  },
  {
    title: 'More',
    links: [
      { href: '#headers', text: 'Headers' },
      { href: '#service', text: 'Besides the API' },
      { href: '/docs/errors', text: 'Error codes' },
    ],
  },
]

export const renderReference = (document: Openapi): string => {
  const baseUrl = document.servers[0]?.url ?? ''
  return renderPage({
    title: `${document.info.title}: reference`,
    description: document.info.summary,
    nav: contents(document),
    main: html`
${hero(document)}
${quickStart(baseUrl)}
${guide(baseUrl)}
${document.tags.map((tag) => endpoints(document, tag))}
${form(document)}
${headers(document)}
${servicePaths(document)}`,
  })
}
