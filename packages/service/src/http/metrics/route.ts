import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'

/** The Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const registerMetrics = (app: FastifyInstance, { metrics }: Pick<Parts, 'metrics'>): void => {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
