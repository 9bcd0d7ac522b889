import clsx from 'clsx'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('loading-bar block', className)} />
}
