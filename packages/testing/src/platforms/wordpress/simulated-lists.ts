// A type of content of the simulated site (`book`), a taxonomy of its own (`genre`), and the products of its shop.

import type { SimulatedPost } from './simulated-posts.ts'

export const TYPES = {
  post: { name: 'Posts', description: '', rest_base: 'posts', types: undefined },
  page: { name: 'Pages', description: '', rest_base: 'pages', types: undefined },
  attachment: { name: 'Media', description: '', rest_base: 'media', types: undefined },
  wp_block: { name: 'Patterns', description: '', rest_base: 'blocks', types: undefined },
  book: { name: 'Books &amp; more', description: 'All <b>books</b>', rest_base: 'books' },
}
export const TAXONOMIES = {
  category: { name: 'Categories', types: ['post'], rest_base: 'categories' },
  genre: { name: 'Genres', types: ['book'], rest_base: 'genres' },
}
export const JAZZ = {
  ...{ id: 8, slug: 'jazz', name: 'Jazz &amp; blues', description: 'Loud', taxonomy: 'genre', meta: [], _links: {} },
  link: 'https://blog.example/genre/jazz/',
}

export const isBook = ({ number }: SimulatedPost): boolean => number % 2 === 0
export const isJazz = ({ number }: SimulatedPost): boolean => number % 6 === 0
/** The words of a search are in every third post. */
export const WORDS = 'old bread'
export const isFound = ({ number }: SimulatedPost): boolean => number % 3 === 1

/** The n-th product, newest first by its id. */
export const product = (id: number) => ({
  ...{ id, name: `Loaf &amp; ${id}`, slug: `loaf-${id}`, type: 'simple', sku: `L${id}`, on_sale: false },
  permalink: `https://blog.example/product/loaf-${id}/`,
  short_description: '<p>A <b>loaf</b></p>',
  description: `<p>Bread ${id} <script>x()</script><img src="https://blog.example/up/in.png" alt="In"/></p>`,
  prices: { price: '450', currency_code: 'EUR', currency_minor_unit: 2, regular_price: '450', sale_price: '450' },
  average_rating: '4.50',
  review_count: 3,
  images: [
    {
      ...{ id: 1, name: 'loaf', alt: 'A loaf', srcset: '', sizes: '' },
      ...{ src: `https://blog.example/up/loaf-${id}.jpg`, thumbnail: `https://blog.example/up/loaf-${id}-300x300.jpg` },
    },
  ],
  categories: [{ id: 3, name: 'Bread', slug: 'bread', link: 'https://blog.example/product-category/bread/' }],
  tags: [{ id: 4, name: 'Rye', slug: 'rye', link: 'https://blog.example/product-tag/rye/' }],
  is_in_stock: true,
})
