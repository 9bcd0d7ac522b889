'use client'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import type { ColumnsChoice } from './use-columns.ts'

const loadPanel = () => import('./columns-panel.tsx')
const ColumnsPanel = lazy(() => loadPanel().then((part) => ({ default: part.ColumnsPanel })))

/** Opens the choice of columns; its code comes when somebody is about to. */
export function ColumnsButton(choice: ColumnsChoice) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={() => void loadPanel()}
        onPress={() => setOpen(true)}
      >
        <Columns3 aria-hidden="true" className="size-4" strokeWidth={1.9} />
        <span className="max-rail:sr-only">Columns</span>
      </Button>
      <Suspense fallback={null}>
        {isOpen && <ColumnsPanel {...choice} trigger={trigger} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
