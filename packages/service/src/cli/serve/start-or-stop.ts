import type { Service } from '../../service.ts'

/** Stops a service that cannot start, for example because the port is in use. */
export const startOrStop = async (service: Service): Promise<string> => {
  try {
    return await service.start()
  } catch (error) {
    await service.stop()
    throw error
  }
}
