import { describe, expect, test } from 'vitest'
import { startKillable } from '#testing/harness/killableProcess.ts'
import type { Launched } from '#tools/supervise.ts'

/** Starts that serve or fail in this order; the last one repeats. Each ends when it is killed. */
function launches(...starts: ('serves' | 'fails')[]) {
  let count = 0
  let crashes = 0
  let kill = (_signal: string) => {}
  const launch = (): Launched => {
    const start = starts[Math.min(count, starts.length - 1)]
    count += 1
    const end = Promise.withResolvers<string>()
    const fails = Promise.reject(new Error('FATAL: the old one is in use'))
    fails.catch(() => {})
    kill = end.resolve
    return {
      ready: start === 'serves' ? Promise.resolve() : fails,
      ended: end.promise,
      kill,
      stop: async () => end.resolve('stopped'),
    }
  }
  const onCrash = () => {
    crashes += 1
  }
  const options = { name: 'postgres', output: () => 'LOG: the last line', launch, onCrash }
  return { options, crashes: () => crashes, count: () => count, crash: () => kill('SIGSEGV') }
}

describe('startKillable', () => {
  test('retries a restart that fails twice', async () => {
    const { options, count, crashes } = launches('serves', 'fails', 'fails', 'serves')
    const started = await startKillable(options)
    started.kill('SIGKILL')
    expect(started.describe()).toContain('no sirve')
    await started.serving()
    expect(count()).toBe(4)
    expect(crashes()).toBe(0)
    expect(started.describe()).toContain('arranques fallidos: 2, el último: FATAL: the old one')
    expect(started.describe()).toContain('LOG: the last line')
    await started.stop()
  })

  test('stops while restarts fail', async () => {
    const { options } = launches('serves', 'fails')
    const started = await startKillable(options)
    started.kill('SIGKILL')
    await expect.poll(() => started.describe()).toContain('arranques fallidos: 1')
    await started.stop()
  })

  test('reports an end that no signal caused as a crash, and restarts', async () => {
    const { options, count, crashes, crash } = launches('serves')
    const started = await startKillable(options)
    crash()
    await expect.poll(count).toBe(2)
    expect(crashes()).toBe(1)
    await started.stop()
  })
})
