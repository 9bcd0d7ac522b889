import { createContext, useContext } from 'react'

/**
 * Whether controls stand in the page's tab order. In a list only the current row's do: tabbing through three controls
 * of each of 500 rows leads nowhere, and J, K or the arrow keys reach any row at once.
 */
export const TabStopContext = createContext(true)

export function useTabIndex() {
  return useContext(TabStopContext) ? 0 : -1
}
