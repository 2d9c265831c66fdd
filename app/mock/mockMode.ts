import type { Mock } from '#kit/api/apiClient.ts'

/**
 * While the storage entry `mock` is `true`, some calls are answered with the samples of
 * mockAnswers.ts, which is loaded only then.
 */
export const mockMode =
  (storage: Storage): Mock =>
  async ({ name }) => {
    if (storage.getItem('mock') !== 'true') return undefined
    const { sampleAnswer } = await import('#app/mock/mockAnswers.ts')
    return sampleAnswer(name)
  }
