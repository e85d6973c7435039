// Reads the products of a shop through WooCommerce's Store API, which is open to everybody and has images.
// https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/products

import { readLine, readText } from '../../feeds/feed-text.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, buildPost, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Posts } from '../../upstream/contract/source.ts'
import { byPage } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { readRest, requestRest } from './rest-response.ts'
import { type RestRoot, restUrl } from './rest-root.ts'
import { MAX_ELEMENTS } from './wordpress-objects.ts'

/** Of a safe integer. */
const MOST_DIGITS = 16

export const PRODUCTS = 'wc/store/v1/products'

const html = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? { html: value } : undefined)
const namesOf = (value: unknown) =>
  jsonList(value)
    .slice(0, MAX_ELEMENTS)
    .flatMap((each) => readLine(html(jsonObject(each).name)) ?? [])

/** The shop does not say when a product was published. null when it has no id. */
export const mapProduct = (value: unknown, base: string): PlatformPost | null => {
  const product = jsonObject(value)
  const { id } = product
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null
  const url = absoluteUrl(product.permalink, base)
  const { html: body, text, media, hides } = walkHtml(stringOrNull(product.description) ?? '', url ?? base)
  const images = jsonList(product.images)
    .slice(0, MAX_MEDIA)
    .map(jsonObject)
    .map(({ src, thumbnail, alt }) => {
      const image = absoluteUrl(src, base)
      const previewUrl = absoluteUrl(thumbnail, base)
      return buildMedia({
        type: 'image',
        url: image,
        previewUrl: previewUrl === image ? null : previewUrl,
        alt: stringOrNull(alt),
      })
    })
    .filter((image) => image.url !== null)
  return buildPost({
    ...{ id: String(id), url, kind: 'article' },
    title: readLine(html(product.name)),
    summary: readText(html(product.short_description)),
    text,
    html: body,
    tags: [...namesOf(product.categories), ...namesOf(product.tags)],
    media: uniqueMedia([...images, ...media]).slice(0, MAX_MEDIA),
    sensitive: hides,
  })
}

type ProductsPage = { readonly products: readonly unknown[]; readonly total: number | null }

/** undefined when the site has no shop. Throws Refused. */
export const requestProducts = async (
  send: Send,
  root: RestRoot,
  page: number,
  limit: number,
): Promise<ProductsPage | undefined> => {
  const query = { page, per_page: limit, orderby: 'date', order: 'desc' }
  const response = await requestRest(send, restUrl(root, PRODUCTS, query))
  if (response.status === 404) return undefined
  const products = readRest(response)
  if (!Array.isArray(products)) throw new Refused('closed', { as: 'platform_error' })
  const total = response.headers['x-wp-total'] ?? ''
  return { products: products.slice(0, MAX_ELEMENTS), total: /^\d{1,9}$/.test(total) ? Number(total) : null }
}

export const pageProducts = (
  send: Send,
  { root, base }: { readonly root: RestRoot; readonly base: string },
  {
    after,
    limit,
    wants,
  }: {
    readonly after: string | undefined
    readonly limit: number
    readonly wants: ((post: PlatformPost) => boolean) | undefined
  },
): Promise<Posts> =>
  walk<unknown>({
    after,
    limit,
    anchor: 'count',
    read: byPage(async (page) => (await requestProducts(send, root, page, limit))?.products ?? [], limit),
    keyOf: (product) => String(jsonObject(product).id),
    // There is no time, but ids grow with it.
    timeOf: (product) => String(jsonObject(product).id).padStart(MOST_DIGITS, '0'),
    textsOf: (product) =>
      [jsonObject(product).description, jsonObject(product).short_description].filter(
        (text) => typeof text === 'string',
      ),
    map: (product) => mapProduct(product, base),
    ...(wants && { wants }),
  })
