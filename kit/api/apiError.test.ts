import { describe, expect, test } from 'vitest'
import { ApiError, noAnswer, transportError, unprocessable } from '#kit/api/apiError.ts'

describe('unprocessable', () => {
  test('joins the values of a JSON body', () => {
    const body = { status: 400, error: 'Pedido inválido', detail: { deep: 1 } }
    expect(unprocessable(body).message).toBe('400. Pedido inválido')
  })

  test.each([null, undefined, '', '<html>', [], true, 42, {}])(
    'has the generic text for %j',
    (body) => expect(unprocessable(body).message).toBe('No se pudo procesar tu solicitud'),
  )
})

describe('transportError', () => {
  test.each([
    [{ error: 'Muy largo', field: 'text' }, 'Muy largo. text'],
    [{ statusCode: 413, error: 'Muy largo' }, '413. Muy largo'],
    [{ statusCode: 413 }, 'Error al procesar - 413'],
    [{}, 'Error al procesar - 413'],
    ['<html>', 'Error al procesar - 413'],
    [undefined, 'Error al procesar - 413'],
  ])('has the joined values of a JSON body with a text, or the status: %j', (body, message) => {
    expect(transportError(413, body)).toMatchObject({ code: '413', message })
  })
})

describe('ApiError', () => {
  const unknown = (code: string) => new ApiError(code, '').outcomeUnknown

  test('has the generic text without a description', () => {
    expect(new ApiError('05', '').message).toBe('No se pudo procesar tu solicitud')
  })

  test('outcomeUnknown is true without an answer and for HTTP 5xx', () => {
    expect(['900', '500', '502', '503', '504'].map(unknown)).toEqual(Array(5).fill(true))
    expect(['05', '86', '88', '400', '403', '429'].map(unknown)).toEqual(Array(6).fill(false))
  })

  test('an unprocessable answer has an unknown outcome, but is an answer', () => {
    expect(unprocessable('<html>')).toMatchObject({
      code: '900',
      message: 'No se pudo procesar tu solicitud',
      noAnswer: null,
      outcomeUnknown: true,
    })
    expect(noAnswer('offline')).toMatchObject({ unprocessable: false, noAnswer: 'offline' })
  })
})
