// The web page of a post. Only its head contains data. For tests and benchmarks only.

import type { SimulatedResponse } from './simulator.ts'

export const postPage = (title: string, head = ''): SimulatedResponse => ({
  body: `<!doctype html><html><head><title>${title}</title><meta property="og:title" content="${title}">${head}</head><body></body></html>`,
})
