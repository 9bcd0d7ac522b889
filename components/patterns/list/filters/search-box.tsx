import { LoaderCircle, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { boxStyle } from '#components/ui/field/box-style.ts'

interface SearchBoxProps {
  /** Label of the box: "Reference or user ID". */
  label: string
  value: string
  onSearch: (value: string) => void
  isBusy?: boolean
  /** Why it cannot be used now; it stays where it is. */
  unavailable?: string | null
  /** Rows that are found; Enter opens the only one. */
  found?: number | undefined
  /** Takes what is pasted in its own way where it returns true. */
  onPasted?: (text: string) => boolean
}

/** As Enter does on the row itself. */
function openOnlyRow() {
  document.querySelector<HTMLAnchorElement>('tbody a.row-link')?.click()
}

/** Text to search a list by, asked for at each key; while rows are on their way, the next question waits for them. */
export function SearchBox(props: SearchBoxProps) {
  const { label, value, onSearch, isBusy = false, unavailable = null, found, onPasted } = props
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // Somebody went back, or cleared it elsewhere.
  if (seen !== value) {
    setSeen(value)
    if (text.trim() !== value) setText(value)
  }
  const search = (next: string) => next.trim() !== value && onSearch(next.trim())
  useEffect(() => {
    if (!isBusy && text.trim() !== value) onSearch(text.trim())
  }, [text, value, isBusy, onSearch])
  /** Enter waits for the rows of what was typed. */
  const [isAwaited, setAwaited] = useState(false)
  const isSettled = !isBusy && text.trim() === value
  useEffect(() => {
    if (!isAwaited || !isSettled) return
    setAwaited(false)
    if (value !== '' && found === 1) openOnlyRow()
  }, [isAwaited, isSettled, value, found])
  const empty = () => {
    setText('')
    setAwaited(false)
    search('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      search(text)
      setAwaited(true)
    }
    if (event.key === 'Escape' && text !== '') empty()
  }
  const Icon = isBusy ? LoaderCircle : Search
  return (
    <span className="relative flex items-center max-rail:w-full rail:w-[260px] print:has-placeholder-shown:hidden">
      <Icon
        className={`pointer-events-none absolute left-2.5 size-4 text-ink-3 ${isBusy ? 'motion-safe:animate-spin' : ''}`}
      />
      <input
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={label}
        title={unavailable ?? undefined}
        disabled={unavailable !== null}
        value={text}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setAwaited(false)
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (!onPasted?.(event.clipboardData.getData('text'))) return
          event.preventDefault()
          setText('')
        }}
        className={`${boxStyle} h-[30px] pr-8 pl-8 text-sm text-ellipsis disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken max-rail:h-11 max-rail:text-lg`}
      />
      {text !== '' && unavailable === null && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={empty}
          className="absolute right-1 grid size-6 place-items-center rounded-tag text-ink-3 hover:bg-hover max-rail:size-10"
        >
          <X className="size-3.5 stroke-2" />
        </button>
      )}
    </span>
  )
}
