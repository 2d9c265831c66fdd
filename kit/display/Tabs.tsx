import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab<Value extends string = string> {
  value: Value
  label: string
  content: ReactNode
}

interface Props<Value extends string> {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** With more tabs than these they are narrower, and on a phone they scroll in one line. */
const FEW = 4

/** Scrolls the line of tabs, and not the page, to the open one. */
function intoView(tab: HTMLElement | null): void {
  const line = tab?.parentElement
  if (line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  const isMany = tabs.length > FEW
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className="flex flex-col gap-4"
    >
      <Base.List
        aria-label={label}
        className={`relative flex border-b border-line ${isMany ? 'overflow-x-auto overflow-y-hidden sm:flex-wrap' : 'flex-wrap gap-x-1'}`}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? intoView : undefined}
            className={`min-h-12 rounded-t-control border-b-3 border-transparent font-medium text-soft transition-colors hover:text-ink focus-visible:-outline-offset-3 data-active:border-brand-text data-active:font-semibold data-active:text-ink sm:flex-none ${isMany ? 'px-3 text-sm whitespace-nowrap sm:px-1.5' : 'flex-1 px-2 sm:px-4'}`}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          className="flex flex-col gap-4 rounded-control outline-offset-4"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
