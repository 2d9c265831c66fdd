import { type ChangeEvent, useRef, useState } from 'react'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { useDraft } from '#shared/approvals/useDraft.ts'

/**
 * The observations of a decision: their draft, and their error when a decision is tried.
 * @param email of the author
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
    /** The props of its TextArea. */
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
