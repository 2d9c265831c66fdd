import { type ChangeEvent, useRef, useState } from 'react'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
import { storage } from '#kit/browser/storage.ts'

/**
 * The observations of a decision: their draft, and their error when a decision is tried.
 * @param subject the reference of the request, or a name for several at once
 */
export function useObservations(email: string, subject: string) {
  const draft = useDraft(email, subject)
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  return {
    text: draft.text,
    remove: draft.remove,
    /** @returns false after the error is shown at the field, which gets the focus */
    validate: (authorized: boolean): boolean => {
      const found = observationsError(draft.text, authorized)
      setError(found)
      if (found) area.current?.focus()
      return found === undefined
    },
    field: {
      ref: area,
      label: 'Observaciones',
      rows: 3,
      maxLength: 500,
      value: draft.text,
      error,
      onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
        draft.write(target.value)
        setError(undefined)
      },
    },
  }
}

/**
 * The error of the observations, as a sentence. The call takes a rejection without a reason; the
 * screens ask for one, because the driver reads it.
 */
function observationsError(text: string, authorized: boolean): string | undefined {
  if (!authorized && text.trim() === '') return 'Contale por qué la rechazás: lo va a leer.'
  return validateMembershipRequest.request.shape.observations.safeParse(text).error?.issues[0]
    ?.message
}

/**
 * An unsent text of an operator. It survives a sheet that is closed by accident and a session that
 * expires, and lasts until the tab is closed, its author signs out or `remove` is called. Another
 * operator in the same tab starts with an empty one.
 * @param subject unique for the author
 */
export function useDraft(email: string, subject: string) {
  const name = `observations ${subject}`
  const own = () => personalStorage(email, storage('sessionStorage'))
  const [text, setText] = useState(() => own().read(name) ?? '')
  return {
    text,
    write(value: string) {
      setText(value)
      try {
        own().write(name, value)
      } catch (error) {
        console.warn('No se pudieron guardar las observaciones a medio escribir', error)
      }
    },
    remove: () => own().remove(name),
  }
}
