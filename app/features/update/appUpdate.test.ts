// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { hasTypedText, watchTypedText } from '#app/features/update/appUpdate.ts'

describe('hasTypedText', () => {
  test('is true while a field has what was typed into it, not what the page filled in', () => {
    watchTypedText()
    document.body.innerHTML = '<input value="Ana" /><textarea></textarea>'
    const field = document.querySelector('textarea') as HTMLTextAreaElement
    const type = (text: string) => {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    expect(hasTypedText()).toBe(false)
    type('Hola')
    expect(hasTypedText()).toBe(true)
    type('')
    expect(hasTypedText()).toBe(false)
    type('Chau')
    field.remove()
    expect(hasTypedText()).toBe(false)
  })
})
