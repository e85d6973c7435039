import type { Service } from '../../service.ts'

/** What cannot listen, because the port is taken, ends. */
export const startOrStop = async (service: Service): Promise<string> => {
  try {
    return await service.start()
  } catch (error) {
    await service.stop()
    throw error
  }
}
