import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { deleteEnrichment, deleteItems } from '../../api/websets.ts'
import { useUndo } from '../../parts/undo.tsx'
import { plural } from '../../parts/words.ts'

/** Items and columns disappear at once and are deleted when nobody has taken it back: until then nothing has happened. */
export function useDeletions(id: string) {
  const queries = useQueryClient()
  const [hiddenItems, setHiddenItems] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const undo = useUndo()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['webset', id] })
    await queries.invalidateQueries({ queryKey: ['rows', id] })
  }

  function remove(
    ids: readonly string[],
    text: string,
    setGone: typeof setHidden,
    act: () => Promise<unknown>,
  ): void {
    setGone((now) => new Set([...now, ...ids]))
    const show = () => setGone((now) => new Set([...now].filter((one) => !ids.includes(one))))
    undo.offer(text, {
      undo: show,
      async act() {
        try {
          await act()
        } finally {
          await refresh()
          show()
        }
      },
    })
  }

  return {
    hiddenItems,
    hidden,
    toast: undo.toast,
    removeItems: (ids: readonly string[]) =>
      remove(ids, `${plural(ids.length, 'item')} deleted`, setHiddenItems, () => deleteItems(id, ids)),
    removeColumn: (column: Webset['enrichments'][number]) =>
      remove([column.id], `“${column.title ?? column.description}” deleted`, setHidden, () =>
        deleteEnrichment(id, column.id),
      ),
  }
}
