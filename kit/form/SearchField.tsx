import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Field } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before a text is searched. */
const TYPING_PAUSE = 350

interface Props extends Pick<ComponentProps<typeof Field>, 'label' | 'placeholder'> {
  value: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses, or at once on Enter. */
export function SearchField({ value, onSearch, ...props }: Props) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const search = (typed: string) => {
    if (typed === searched.current) return
    searched.current = typed
    onSearch(typed)
  }
  const searchTyped = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(text.trim()), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    // Another text came with the address: Back, a link or a saved view.
    if (value !== searched.current) setText(value)
    searched.current = value
  }, [value])
  return (
    <Field
      {...props}
      type="search"
      maxLength={100}
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && search(text.trim())}
    />
  )
}
