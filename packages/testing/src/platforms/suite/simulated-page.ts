// The page of a post, as a simulator shows it to strangers: what it is says its head alone. Only tests and benchmarks use it.

import type { SimulatedResponse } from './simulator.ts'

export const postPage = (title: string, head = ''): SimulatedResponse => ({
  body: `<!doctype html><html><head><title>${title}</title><meta property="og:title" content="${title}">${head}</head><body></body></html>`,
})
