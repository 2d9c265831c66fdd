import { describe, expect, test } from 'vitest'
import { alertText, ApiError, transportError, unprocessable } from '#kit/api/apiError.ts'

describe('the text of the generic alert', () => {
  test('a failed call says its own sentence', () => {
    expect(alertText(new ApiError('05', 'Ya tenés una solicitud pendiente.'))).toBe(
      'Ya tenés una solicitud pendiente.',
    )
    expect(alertText(transportError(413))).toBe('Error al procesar - 413')
    expect(alertText(transportError(0))).toBe('Error al procesar - 900')
  })

  test('a JSON error body is joined by its values', () => {
    expect(alertText('{"user":"Falta el correo","password":"Muy corta"}')).toBe(
      'Falta el correo. Muy corta',
    )
    expect(alertText({ status: 400, error: 'Pedido inválido', detail: { deep: 1 } })).toBe(
      '400. Pedido inválido',
    )
  })

  test.each([null, undefined, '', '<html>', '{}', '[]', 'true', 42, new Error('x'), {}])(
    '%j cannot be processed',
    (error) => {
      expect(alertText(error)).toBe('No se pudo procesar tu solicitud')
    },
  )
})

const unknown = (code: string) => new ApiError(code, '').outcomeUnknown

test('after a lost network or a broken server nobody knows whether it was done', () => {
  expect(['900', '500', '502', '503', '504'].map(unknown)).toEqual(Array(5).fill(true))
  expect(['05', '86', '88', '400', '403', '429'].map(unknown)).toEqual(Array(6).fill(false))
})

test('who answered what cannot be read was there, and nobody knows whether it was done', () => {
  expect(unprocessable('<html>')).toMatchObject({
    code: '900',
    message: 'No se pudo procesar tu solicitud',
    noAnswer: false,
    outcomeUnknown: true,
  })
  expect(transportError(0)).toMatchObject({ unprocessable: false, noAnswer: true })
})
