// Renders a reference page from an OpenAPI document.

import { type OperationEntry, operationsOf, type Tag } from '../openapi/document.ts'
import { fields, schemaAnchor } from './fields.ts'
import { anchorLink } from './heading-anchors.ts'
import { html, type Markup } from './markup.ts'
import type { NavGroup } from './navigation.ts'
import { renderPage } from './page.ts'
import { inline, paragraphs } from './prose.ts'
import type { Reference } from './reference.ts'
import { briefRow, endpointAnchor, endpointSection, headerAnchor } from './reference-endpoint.ts'

const entriesOf = ({ document }: Reference, tag: string): readonly OperationEntry[] =>
  operationsOf(document).filter(({ operation }) => operation.tags.includes(tag))

/** The tags whose operations have their own section. */
const tagsOf = ({ document, briefTag }: Reference): readonly Tag[] =>
  document.tags.filter(({ name }) => name !== briefTag)

const hero = ({ document, glance }: Reference): Markup => html`
<section class="hero pair">
  <div>
    <p class="eyebrow">API reference, version ${document.info.version}</p>
    <h1>${document.info.summary}</h1>
    <div class="lead">${paragraphs(document.info.description)}</div>
    <p class="base"><span>Base URL</span> <code class="plain">${document.servers[0]?.url ?? ''}</code></p>
  </div>
  ${glance}
</section>`

const tagSections = (reference: Reference, { name, description }: Tag): Markup => html`
<section class="group" id="about-${name.toLowerCase().replaceAll(' ', '-')}"><h2>${name}</h2><p>${inline(description)}</p></section>
${entriesOf(reference, name).map((entry) => endpointSection(reference.document, entry))}`

const objects = ({ document, objects: { title, text, names } }: Reference): Markup => html`
<section class="group" id="form"><h2>${title}</h2><p>${inline(text)}</p></section>
${names.map((name) => {
  const schema = document.components.schemas[name] ?? {}
  return html`
<section id="${schemaAnchor(name)}" class="object">
  <h3>${name}${anchorLink({ anchor: schemaAnchor(name), text: name })}</h3>
  ${typeof schema.description === 'string' && html`<p>${inline(schema.description)}.</p>`}
  ${fields(schema, document.components.schemas)}
</section>`
})}`

const headers = ({ document: { components } }: Reference): Markup => html`
<section class="object" id="headers">
  <h2>Response headers</h2>
  <p>${inline('Every response of the API also has `Cache-Control: no-store`, because the service does the caching.')}</p>
  <dl class="fields">${Object.entries(components.headers).map(
    ([name, { description, example }]) => html`
    <div id="${headerAnchor(name)}">
      <dt><code class="name">${name}</code></dt>
      <dd>${inline(description)} <code class="example">${example}</code></dd>
    </div>`,
  )}
  </dl>
</section>`

const brief = (reference: Reference, tag: string): Markup => html`
<section class="object" id="service">
  <h2>Other endpoints</h2>
  <dl class="fields">${entriesOf(reference, tag).map(briefRow)}</dl>
</section>`

const contents = (reference: Reference): readonly NavGroup[] => {
  const { document, introduction, objects: shown, briefTag, pathPrefix } = reference
  const textOf = ({ path, operation }: OperationEntry) =>
    pathPrefix === undefined ? operation.summary : html`<code class="plain">${path.replace(pathPrefix, '')}</code>`
  return [
    ...(introduction ? [introduction.nav] : []),
    ...tagsOf(reference).map(({ name }) => ({
      title: name,
      links: entriesOf(reference, name).map((entry) => ({
        href: `#${endpointAnchor(entry.operation)}`,
        text: textOf(entry),
      })),
    })),
    { title: shown.title, links: shown.names.map((name) => ({ href: `#${schemaAnchor(name)}`, text: name })) },
    {
      title: 'More',
      links: [
        ...(Object.keys(document.components.headers).length > 0 ? [{ href: '#headers', text: 'Headers' }] : []),
        ...(briefTag === undefined ? [] : [{ href: '#service', text: 'Other endpoints' }]),
        { href: reference.documentPath, text: 'OpenAPI document' },
      ],
    },
  ]
}

export const renderReference = (reference: Reference): string => {
  const { document, introduction, briefTag } = reference
  return renderPage({
    title: `${document.info.title} reference`,
    description: document.info.summary,
    path: reference.path,
    layout: 'reference',
    sections: contents(reference),
    main: html`
${hero(reference)}
${introduction?.sections}
${tagsOf(reference).map((tag) => tagSections(reference, tag))}
${objects(reference)}
${Object.keys(document.components.headers).length > 0 && headers(reference)}
${briefTag !== undefined && brief(reference, briefTag)}`,
  })
}
