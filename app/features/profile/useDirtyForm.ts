import { useEffect, useRef, useState } from 'react'

const textOf = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)])

/** Whether the fields of a form differ from those that were stored last. */
export function useDirtyForm() {
  const form = useRef<HTMLFormElement>(null)
  const stored = useRef('')
  const [isDirty, setDirty] = useState(false)
  useEffect(() => {
    if (form.current) stored.current = textOf(form.current)
  }, [])
  return {
    form,
    isDirty,
    /** For `onInput` of the form. */
    check: () => setDirty(form.current !== null && textOf(form.current) !== stored.current),
    /** The fields as they are now were stored. */
    markStored: () => {
      if (form.current) stored.current = textOf(form.current)
      setDirty(false)
    },
  }
}
