import { type ReactNode, useState } from 'react'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

interface Options<C extends CallContract, Subject> {
  /** The calls whose answers it changes. */
  invalidates: readonly CallContract[]
  question: (subject: Subject) => {
    title: string
    text: ReactNode
    verb: string
    danger?: boolean
  }
  request: (subject: Subject) => RequestOf<C>
  onSuccess: (answer: AnswerOf<C>, subject: Subject) => void
}

/** A call about a subject that is sent after a confirmation. `ask` opens its dialog. */
export function useConfirmedCall<C extends CallContract, Subject>(
  contract: C,
  { invalidates, question, request, onSuccess }: Options<C, Subject>,
) {
  const { mutate, error, isPending, reset } = useCallMutation(contract, { invalidates })
  const [asked, ask] = useState<{ subject: Subject }>()
  const last = useLastDefined(asked)
  const close = () => ask(undefined)
  const dialogOf = (subject: Subject) => {
    const { text, ...texts } = question(subject)
    return (
      <LazyConfirmDialog
        {...texts}
        open={asked !== undefined}
        busy={isPending}
        onCancel={close}
        onConfirm={() =>
          mutate(request(subject), {
            onSuccess: (answer) => onSuccess(answer, subject),
            onSettled: close,
          })
        }
      >
        {text}
      </LazyConfirmDialog>
    )
  }
  return {
    ask: (subject: Subject) => ask({ subject }),
    error,
    isPending,
    /** Removes the error. */
    reset,
    dialog: last && dialogOf(last.subject),
  }
}
