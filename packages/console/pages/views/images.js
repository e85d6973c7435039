// The images that the service passes on: what it keeps, what it did, and what must not be shown any more.

/** @import { Media } from '../../../service/src/http/admin/schemas.ts' */

import { invalidField } from '../app/api.js'
import { may, requiresRole } from '../app/roles.js'
import { dataTable } from '../parts/data-table.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'
import { dayAndTime, formatCount, gigabytes, megabytes, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'

/** @typedef {NonNullable<Media['proxy']>} Proxy */

/** @type {import('../app/routes.js').View} */
export const images = async (visit) => {
  /** @type {Media} */
  const { proxy, forgotten, forgottenCount } = await visit.api.get('/media')
  return {
    title: 'Images',
    content: [
      pageHead('Images'),
      h(
        'p',
        { class: 'quiet' },
        'Images of posts and profiles that the service passes on, so that they last. See ',
        h('a', { href: '../docs/guides/media' }, 'how images last'),
        '.',
      ),
      ...(proxy === null ? [switchedOff()] : [copiesSection(proxy), activitySection(proxy)]),
      may(visit, 'support') ? forgetSection(visit) : requiresRole('Forgetting images', 'support'),
      forgottenCount > 0 && forgottenSection(forgotten, forgottenCount),
    ],
  }
}

const switchedOff = () =>
  emptyState(
    'Images load from the platforms',
    'Responses name the platforms’ URLs, which may end or may not load on other sites. Set MEDIA=proxy and restart the service to serve images from here.',
    h('a', { class: 'button', href: '../docs/guides/media' }, 'Read the guide'),
  )

/** @param {number} bytes */
const size = (bytes) => {
  if (bytes > 0 && bytes < 1_000_000) return 'less than 1 MB'
  return bytes < 1_000_000_000 ? megabytes(bytes) : gigabytes(bytes)
}

/** @type {Readonly<Record<'folder' | 'bucket', string>>} */
const HOMES = { folder: 'a folder of this machine', bucket: 'a bucket' }

/** @param {Proxy} proxy */
const copiesSection = ({ home, maxBytes, countedAt, copies }) => {
  if (home === null)
    return section(
      'Copies',
      h('p', {}, 'The service keeps no copies. Set MEDIA_DIR or MEDIA_S3_URL so that images last.'),
    )
  const bytes = copies.reduce((sum, each) => sum + each.bytes, 0)
  const where = h(
    'p',
    { class: 'quiet' },
    countedAt === null
      ? `Copies are kept in ${HOMES[home]}. They are being counted; refresh the page in a moment.`
      : `Uses ${size(bytes)} of ${size(maxBytes)} in ${HOMES[home]}, as of ${dayAndTime(countedAt)}.`,
  )
  if (copies.length === 0)
    return section(
      'Copies',
      where,
      countedAt !== null && h('p', {}, 'None yet. They are made when a browser asks for an image.'),
    )
  const table = dataTable({
    id: 'image-copies',
    columns: [
      {
        id: 'platform',
        label: 'Platform',
        cell: ({ platform }) => h('a', { href: `#/platforms/${platform}` }, platform),
      },
      { id: 'originals', label: 'Images', class: 'number', cell: ({ originals }) => formatCount(originals) },
      { id: 'renderings', label: 'In other sizes', class: 'number', cell: ({ renderings }) => formatCount(renderings) },
      { id: 'bytes', label: 'Size', class: 'number', cell: (each) => size(each.bytes) },
    ],
    first: { rows: copies, nextCursor: null },
  })
  return section('Copies', where, table.element)
}

/** @type {Readonly<Record<string, string>>} */
const STATUSES = {
  200: 'sent',
  304: 'unchanged in the browser',
  404: 'not found, or refused by the platform',
  410: 'forgotten',
  415: 'not an image',
  503: 'to be tried again later',
}

/** @type {Readonly<Record<string, string>>} */
const OUTCOMES = {
  ok: 'done',
  refused: 'refused by the platform',
  failed: 'failed at the platform',
  broken: 'not an image',
  too_large: 'too large',
  late: 'took too long',
  lost: 'process ended',
  busy: 'too many waited',
}

/**
 * @param {Readonly<Record<string, number>>} counts
 * @param {Readonly<Record<string, string>>} names
 */
const outcomes = (counts, names) => {
  const all = Object.entries(counts).toSorted(([, one], [, other]) => other - one)
  if (all.length === 0) return h('span', { class: 'quiet' }, 'none')
  return h(
    'ul',
    { class: 'plain-list' },
    ...all.map(([outcome, count]) => h('li', {}, `${formatCount(count)} ${names[outcome] ?? outcome}`)),
  )
}

/** @param {Proxy} proxy */
const activitySection = ({ since, hasSizes, responses, fetches, renderings }) =>
  section(
    'This process',
    h('p', { class: 'quiet' }, `Counted since it started, ${dayAndTime(since)}. Metrics count all processes.`),
    facts([
      ['Responses to browsers', outcomes(responses, STATUSES)],
      ['Requests to platforms', outcomes(fetches, OUTCOMES)],
      [
        'Renderings',
        hasSizes
          ? outcomes(renderings, OUTCOMES)
          : h('span', {}, pill('original size only', 'warn'), ' Run central-api doctor to see why.'),
      ],
    ]),
  )

/** @param {import('../app/routes.js').Visit} visit */
const forgetSection = ({ api, reload }) => {
  const url = field({
    name: 'url',
    label: 'URL',
    hint: 'Of a post or an account as responses have it, or of one image.',
    control: h('input', { type: 'url', maxlength: 4096, autocomplete: 'off', spellcheck: 'false' }),
  })
  const onSubmit = async () => {
    const written = read(url)
    if (written === '') throw invalidField('url', 'Enter a URL')
    const isSure = await confirmed({
      title: 'Forget these images?',
      text: `The service stops serving all images of ${written} within a second, and deletes its copies within the hour. This cannot be undone. Browsers and CDNs that have an image may show it for up to a day.`,
      action: 'Forget images',
      danger: true,
    })
    if (!isSure) return
    await api.post('/media/forget', { url: written })
    notify('These images are no longer served.')
    reload()
  }
  return section(
    'Forget images',
    h(
      'p',
      { class: 'quiet' },
      'For a post that was deleted, or a person who asks. What is forgotten stays forgotten, also after a restore.',
    ),
    form({ fields: [url], submit: 'Forget…', onSubmit }),
  )
}

/**
 * @param {Media['forgotten']} forgotten
 * @param {number} count
 */
const forgottenSection = (forgotten, count) => {
  const table = dataTable({
    id: 'forgotten-images',
    columns: [
      { id: 'at', label: 'Forgotten', class: 'date', cell: ({ at }) => dayAndTime(at) },
      { id: 'subject', label: 'Hash of the URL', class: 'breakable', cell: ({ subject }) => h('code', {}, subject) },
    ],
    first: { rows: forgotten, nextCursor: null },
  })
  const shown = forgotten.length < count ? ` The latest ${forgotten.length} are shown.` : ''
  return section(
    'Forgotten',
    h(
      'p',
      { class: 'quiet' },
      `${plural(count, 'mark')} of posts, accounts and images.${shown} The audit trail says who forgot them.`,
    ),
    table.element,
  )
}
