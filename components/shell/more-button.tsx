'use client'
import { Ellipsis } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Theme } from './theme.ts'

const loadSheet = () => import('./more-sheet.tsx')
const MoreSheet = lazy(() => loadSheet().then((part) => ({ default: part.MoreSheet })))

interface MoreButtonProps {
  environment: string
  theme: Theme
  account: ReactNode
}

/** The last place of a phone's bar: what the rail holds besides pages. */
export function MoreButton({ environment, theme, account }: MoreButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerDown={() => void loadSheet()}
        onClick={() => setOpen(true)}
        className="bar-link"
      >
        <Ellipsis aria-hidden="true" className="size-[22px]" strokeWidth={1.8} />
        More
      </button>
      <Suspense fallback={null}>
        {isOpen && (
          <MoreSheet environment={environment} theme={theme} account={account} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
