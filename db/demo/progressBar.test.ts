import { describe, expect, test } from 'vitest'
import { progressBar } from '#db/demo/progressBar.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

describe('progressBar', () => {
  test('redraws one line on a terminal and ends it when complete', () => {
    const terminal = screen(true)
    const tell = progressBar(terminal)
    tell(500_000, 1_000_000)
    tell(1_000_000, 1_000_000)
    expect(terminal.written).toEqual([
      `\r${'█'.repeat(15)}${'░'.repeat(15)} 50 % · 500.000 de 1.000.000 movimientos`,
      `\r${'█'.repeat(30)} 100 % · 1.000.000 de 1.000.000 movimientos\n`,
    ])
  })

  test('writes one line per tenth to a log', () => {
    const log = screen(false)
    const tell = progressBar(log)
    for (let done = 1; done <= 1000; done++) tell(done * 10, 10_000)
    expect(log.written).toHaveLength(10)
    expect(log.written[0]).toBe('10 % · 1.000 de 10.000 movimientos\n')
  })
})
