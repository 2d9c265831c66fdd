import { describe, expect, test } from 'vitest'
import { reportProgress } from '#db/demo/progress.ts'

describe('reportProgress', () => {
  test('writes one line per tenth', () => {
    const written: string[] = []
    const report = reportProgress({ write: (text) => written.push(text) })
    for (let done = 1; done <= 1000; done++) report(done * 10, 10_000)
    expect(written).toHaveLength(10)
    expect(written[0]).toBe('10 % · 1.000 de 10.000 movimientos\n')
  })
})
