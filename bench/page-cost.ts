// What a page of a mebibyte costs the service in addition to reading it from the network: decoding and the preview.

import { decodeText, isTextual } from '../packages/service/src/parsing/decode-text.ts'
import { readPreview } from '../packages/service/src/validation/preview/read-preview.ts'
import { startChild } from './child.ts'
import { median } from './figures.ts'
import { page } from './page.ts'

const PAGES = new URL('./servers/pages.ts', import.meta.url).pathname
const TYPE = 'text/html; charset=utf-8'

export type PageCost = { readonly readMs: number; readonly headMs: number; readonly bodyMs: number }

export const measurePageCost = async (times: number): Promise<PageCost> => {
  const site = await startChild(PAGES, [])
  const [read, head, whole]: [number[], number[], number[]] = [[], [], []]
  // Nothing in the head, and marks of microformats in the body: all of it must be parsed.
  const bare = page(1024 * 1024).replace(/<head>.*<\/head>/s, '<head></head>')
  const withoutHead = Buffer.from(bare.replaceAll('class="text"', 'class="h-entry"'))
  try {
    for (let n = 0; n < times; n += 1) {
      let bytes = Buffer.alloc(0)
      read.push(
        await time(async () => {
          bytes = Buffer.from(await (await fetch(site.origin)).arrayBuffer())
        }),
      )
      head.push(await time(async () => work(bytes)))
      whole.push(await time(async () => work(withoutHead)))
    }
  } finally {
    await site.stop()
  }
  return { readMs: median(read), headMs: median(head), bodyMs: median(whole) }
}

const work = (bytes: Buffer) => {
  if (!isTextual(TYPE, bytes)) throw new Error('The page is text')
  return readPreview({ text: decodeText(bytes, TYPE, 'html').text, url: 'https://site.example/page' })
}

const time = async (task: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}
