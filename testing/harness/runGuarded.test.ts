import { describe, expect, test } from 'vitest'
import { type GuardOptions, runGuarded, type Watchdog } from '#testing/harness/runGuarded.ts'

/** A guarded run with short limits; what it printed. */
async function guarded(
  work: (watchdog: Watchdog) => Promise<boolean>,
  change: Partial<GuardOptions> = {},
) {
  let printed = ''
  let cleaned = false
  const passed = await runGuarded(work, {
    silenceMs: 60,
    cleanUpMs: 60,
    describeState: () => '  server 0: no sirve desde hace 61 s',
    cleanUp: async () => {
      cleaned = true
    },
    print: (text) => {
      printed += text
    },
    ...change,
  })
  return { passed, printed, cleaned }
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
    const { passed, printed, cleaned } = await guarded(async (watchdog) => {
      watchdog.note('postgres, con 12 intentos terminados')
      watchdog.progress('13 intentos de 100 terminados')
      return hang()
    })
    expect({ passed, cleaned }).toEqual({ passed: false, cleaned: true })
    expect(printed).toContain('la corrida no avanza desde hace')
    expect(printed).toContain('último avance: 13 intentos de 100 terminados')
    expect(printed).toContain('postgres, con 12 intentos terminados')
    expect(printed).toContain('server 0: no sirve desde hace 61 s')
  })

  test('ends at once when a process is given up', async () => {
    const { passed, printed } = await guarded(
      (watchdog) => {
        watchdog.abort(new Error('postgres no arranca'))
        return hang()
      },
      { silenceMs: 600_000 },
    )
    expect(passed).toBe(false)
    expect(printed).toContain('postgres no arranca')
  })

  test('does not end a workload that makes progress', async () => {
    const { passed } = await guarded(
      async (watchdog) => {
        for (let step = 0; step < 20; step += 1) {
          watchdog.progress(String(step))
          await new Promise((done) => setTimeout(done, 10))
        }
        return true
      },
      { silenceMs: 5_000 },
    )
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
    expect(printed).toContain('a que terminen los procesos, en vano')
  })
})
