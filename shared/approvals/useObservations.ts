import { type ChangeEvent, useRef, useState } from 'react'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { useDraft } from '#kit/form/useDraft.ts'

/**
 * The observations of a decision: their draft, and their error when a decision is tried.
 * @param subject the reference of the request, or a name for several at once
 */
export function useObservations(email: string, subject: string) {
  const draft = useDraft(ownKey(email, `observations ${subject}`))
  const [text, setText] = useState(draft.stored.text ?? '')
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  return {
    text,
    remove: draft.clear,
    /** @returns false after the error is shown at the field, which gets the focus */
    validate: (authorized: boolean): boolean => {
      const found = observationsError(text, authorized)
      setError(found)
      if (found) area.current?.focus()
      return found === undefined
    },
    field: {
      ref: area,
      label: 'Observaciones',
      rows: 3,
      maxLength: 500,
      value: text,
      error,
      onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
        setText(target.value)
        draft.save([['text', target.value]])
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
