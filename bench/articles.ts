// Generates articles like those of WordPress sites: paragraphs with links and emphasis, headings, lists, quotations,
// images in several sizes, character references. The same number always produces the same article, of about the
// requested length.

import { createRandom } from './simulation/random.ts'

/** The length of one article's HTML, in characters. */
const CHARACTERS = 5_000

const WORDS = (
  'the of and to in that it was for on are with as his they at be this have from or one had by but what some we can out ' +
  'other were all there when up use your how said an each she which their time will way about many then them write would ' +
  'like these her long make thing see him two has look more day could go come did number sound most people over know water ' +
  'than call first who may down side been now find garden summer kitchen window letter morning market river bicycle bread ' +
  'paper station neighbour library evening coffee winter café naïve façade Zürich ångström'
).split(' ')
const REFERENCES = ['&#8217;s', ' &#8211;', ' &amp;', '&hellip;', '&nbsp;', ' &#8220;so&#8221;', '&eacute;', ' &lt;3']

/** Whole numbers from 0 to below `most`, the same for the same seed. */
const createNumbers = (seed: number) => {
  const random = createRandom(seed)
  return (most: number): number => Math.floor(random() * most)
}

/** The HTML of a post's body. */
export const article = (number: number, characters = CHARACTERS): string => {
  const pick = createNumbers(number)
  const words = (count: number): string =>
    Array.from({ length: count }, () => {
      const word = WORDS[pick(WORDS.length)]
      return pick(14) === 0 ? `${word}${REFERENCES[pick(REFERENCES.length)]}` : word
    }).join(' ')
  const link = () =>
    `<a href="https://other-${pick(90)}.example/${pick(9_999)}/?a=1&amp;b=2" rel="noopener">${words(3)}</a>`
  const sentence = () => {
    const kind = pick(8)
    if (kind === 0) return `${words(6)} ${link()} ${words(5)}.`
    if (kind === 1) return `<strong>${words(3)}</strong> ${words(8)}, <em>${words(2)}</em>.`
    if (kind === 2) return `${words(5)} <code>${words(1)}()</code> ${words(4)}.`
    return `${words(12)}.`
  }
  const sentences = (count: number) => Array.from({ length: count }, sentence).join(' ')
  const image = () => {
    const file = `https://blog.example.com/wp-content/uploads/2030/01/picture-${number}-${pick(999)}`
    const sizes = [300, 768, 1024].map((width) => `${file}-${width}x${(width * 3) / 4}.jpg ${width}w`).join(', ')
    return `<figure class="wp-block-image size-large"><img loading="lazy" decoding="async" width="1024" height="768" src="${file}-1024x768.jpg" alt="${words(4)}" class="wp-image-${pick(9_999)}" srcset="${sizes}" sizes="(max-width: 1024px) 100vw, 1024px" /><figcaption class="wp-element-caption">${words(5)}</figcaption></figure>`
  }
  const blocks = [
    () => `<h2 class="wp-block-heading" id="h-${pick(9_999)}">${words(4)}</h2>`,
    () => `<p>${sentences(5)}</p>`,
    image,
    () => `<p>${sentences(4)}</p>`,
    () => `<ul class="wp-block-list">\n${Array.from({ length: 4 }, () => `<li>${sentence()}</li>`).join('\n')}\n</ul>`,
    () => `<p class="has-small-font-size">${sentences(3)}<br />${sentence()}</p>`,
    () => `<blockquote class="wp-block-quote"><p>${sentences(2)}</p><cite>${words(2)}</cite></blockquote>`,
  ]
  let html = ''
  for (let n = 1; html.length < characters; n += 1) html += `\n${blocks[n % blocks.length]?.()}\n`
  return html
}

/** Plain words, such as for a title or a summary. */
export const phrase = (number: number, count: number): string => {
  const pick = createNumbers(number)
  return Array.from({ length: count }, () => WORDS[pick(WORDS.length)]).join(' ')
}
