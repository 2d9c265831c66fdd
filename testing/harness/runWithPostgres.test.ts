import { describe, expect, test, vi } from 'vitest'
import { startKillable } from '#testing/harness/killableProcess.ts'
import { runGuarded, type Watchdog } from '#testing/harness/runWithPostgres.ts'

/** A guarded run with short limits, and the text that it printed. */
async function guarded(
  work: (watchdog: Watchdog) => Promise<boolean>,
  { silenceMs = 60, cleanUp = async () => {} } = {},
) {
  let printed = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const cleaning = vi.fn<() => Promise<void>>(cleanUp)
  const passed = await runGuarded(work, cleaning, { silenceMs, cleanUpMs: 60 })
  write.mockRestore()
  return { passed, printed, cleaned: cleaning.mock.calls.length === 1 }
}
const hang = () => new Promise<never>(() => {})

describe('runGuarded', () => {
  test.each([true, false])('ends with the result of the work: %s', async (result) => {
    expect(await guarded(async () => result)).toEqual({
      passed: result,
      printed: '',
      cleaned: true,
    })
  })

  test('ends a workload that hangs, and prints where and in which state', async () => {
    const stalled = { ready: hang(), ended: hang(), kill: () => {}, stop: hang }
    void startKillable({ name: 'server 0', launch: () => stalled, output: () => '' })
    const { passed, printed, cleaned } = await guarded(async (watchdog) => {
      watchdog.note('postgres, con 12 intentos terminados')
      watchdog.progress('13 intentos de 100 terminados')
      return hang()
    })
    expect({ passed, cleaned }).toEqual({ passed: false, cleaned: true })
    expect(printed).toContain('la corrida no avanza desde hace')
    expect(printed).toContain('último avance: 13 intentos de 100 terminados')
    expect(printed).toContain('postgres, con 12 intentos terminados')
    expect(printed).toContain('server 0: no sirve')
  })

  test('does not end a workload that makes progress', async () => {
    const work = async (watchdog: Watchdog) => {
      for (let step = 0; step < 20; step += 1) {
        watchdog.progress(String(step))
        await vi.advanceTimersByTimeAsync(50)
      }
      return true
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { passed } = await guarded(work, { silenceMs: 60 })
    vi.useRealTimers()
    expect(passed).toBe(true)
  })

  test('cleans up after an error that nothing caught', async () => {
    const { passed, printed, cleaned } = await guarded(() => {
      process.emit('uncaughtException', new Error('a socket failed'))
      return hang()
    })
    expect({ passed, cleaned }).toEqual({ passed: false, cleaned: true })
    expect(printed).toContain('a socket failed')
  })

  test('ends although the clean-up hangs', async () => {
    const { passed, printed } = await guarded(async () => false, { cleanUp: hang })
    expect(passed).toBe(false)
    expect(printed).toContain('los procesos no terminan')
  })
})
