import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Field } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before a text is searched. */
const TYPING_PAUSE = 350

interface Props extends Pick<ComponentProps<typeof Field>, 'label' | 'placeholder' | 'compact'> {
  value: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses, or at once on Enter. */
export function SearchField({ value, onSearch, ...props }: Props) {
  const [text, setText] = useState(value)
  /** The value, and the texts that were searched after it: each becomes the value, or is passed over. */
  const searched = useRef([value])
  const search = (typed: string) => {
    if (typed === searched.current.at(-1)) return
    searched.current.push(typed)
    onSearch(typed)
  }
  const searchTyped = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(text.trim()), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const place = searched.current.indexOf(value)
    searched.current = place === -1 ? [value] : searched.current.slice(place)
    // Another text came with the address: Back, a link or a saved view.
    if (place === -1) setText(value)
  }, [value])
  return (
    <Field
      {...props}
      type="search"
      data-set={value || undefined}
      maxLength={100}
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && search(text.trim())}
    />
  )
}
