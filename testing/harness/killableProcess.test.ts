import { describe, expect, test } from 'vitest'
import { type LaunchedProcess, startKillable } from '#testing/harness/killableProcess.ts'

type Start = 'serves' | 'fails' | 'neverReady'

/** Starts in this order; the last one repeats. Ends when it is killed. */
function launches(...starts: Start[]) {
  let count = 0
  const signals: string[] = []
  const launch = (): LaunchedProcess => {
    const start = starts[Math.min(count, starts.length - 1)]
    count += 1
    const end = Promise.withResolvers<string>()
    const fails = Promise.reject(new Error('FATAL: the old one is in use'))
    fails.catch(() => {})
    return {
      ready:
        start === 'serves' ? Promise.resolve() : start === 'fails' ? fails : new Promise(() => {}),
      ended: end.promise,
      pid: () => count,
      kill: (signal) => {
        signals.push(signal)
        end.resolve(signal)
      },
      stop: async () => end.resolve('stopped'),
    }
  }
  return { launch, signals, count: () => count }
}

function observer() {
  const crashes: string[] = []
  const givenUp = Promise.withResolvers<Error>()
  return {
    crashes,
    givenUp: givenUp.promise,
    options: {
      name: 'postgres',
      lastOutput: () => 'LOG: the last line',
      onCrash: (exit: string) => crashes.push(exit),
      onGivenUp: givenUp.resolve,
    },
  }
}

describe('startKillable', () => {
  test('retries a restart that fails twice', async () => {
    const { launch, count } = launches('serves', 'fails', 'fails', 'serves')
    const { options, crashes } = observer()
    const started = await startKillable({ ...options, launch })
    started.kill()
    await started.serving()
    expect(count()).toBe(4)
    expect(crashes).toEqual([])
    expect(started.describe()).toContain('arranques fallidos: 2, el último: FATAL: the old one')
    await started.stop()
  })

  test('gives up with the reason when restarts fail for too long', async () => {
    const { launch } = launches('serves', 'fails')
    const { options, givenUp } = observer()
    const started = await startKillable({ ...options, launch, startTimeoutMs: 300 })
    started.kill()
    expect((await givenUp).message).toMatch(/^postgres no arranca, en \d+ intentos$/)
    await expect(started.serving()).rejects.toThrow('postgres no arranca')
    expect(started.describe()).toContain('no sirve')
    expect(started.describe()).toContain('LOG: the last line')
    await started.stop()
  })

  test('gives up on a start that neither serves nor ends, and kills it', async () => {
    const { launch, signals } = launches('neverReady')
    const { options } = observer()
    const starting = startKillable({ ...options, launch, startTimeoutMs: 50 })
    await expect(starting).rejects.toThrow('postgres no arranca, en 1 intentos')
    expect(signals).toEqual(['SIGKILL'])
  })

  test('reports an end that no signal caused as a crash, and restarts', async () => {
    const { launch, count } = launches('serves')
    const { options, crashes } = observer()
    let end = () => {}
    const started = await startKillable({
      ...options,
      launch: () => {
        const launched = launch()
        end = () => launched.kill('SIGSEGV')
        return launched
      },
    })
    end()
    await expect.poll(count).toBe(2)
    expect(crashes).toEqual(['SIGSEGV'])
    await started.stop()
  })
})
