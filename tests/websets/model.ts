import { expect } from 'vitest'
import type { WebsetEvent } from '../../src/contract/webset-events.ts'
import type { WebsetItem } from '../../src/contract/webset-items.ts'
import type { Webset } from '../../src/contract/websets.ts'

const rank = { created: 0, pending: 0, running: 1, completed: 2, canceled: 2 }

/**
 * What must hold of a webset whatever was done to it: each look is judged by itself and by those before it. It knows
 * nothing of how the work is done.
 */
export function createModel() {
  const statuses = new Map<string, keyof typeof rank>()
  const canceledEnrichments = new Set<string>()

  return {
    /** Of a webset as it is at some moment, with its items. */
    look(webset: Webset, items: readonly WebsetItem[]): void {
      for (const { id, status, progress, count, behavior } of webset.searches) {
        const before = statuses.get(id) ?? 'created'
        expect(rank[status], `${before} → ${status}`).toBeGreaterThanOrEqual(rank[before])
        if (rank[before] === 2) expect(status).toBe(before)
        statuses.set(id, status)
        if (behavior === 'append') expect(progress.found).toBeLessThanOrEqual(count)
        expect(progress.completion === 100).toBe(status === 'completed')
        expect(progress.analyzed).toBeGreaterThanOrEqual(progress.found)
      }
      expect(webset.searches.filter(({ status }) => status === 'running').length).toBeLessThanOrEqual(1)
      for (const { id, status } of webset.enrichments) {
        if (canceledEnrichments.has(id)) expect(status).toBe('canceled')
        if (status === 'canceled') canceledEnrichments.add(id)
      }
      const ids = webset.enrichments.map(({ id }) => id)
      for (const item of items) {
        expect(item.enrichments?.map(({ enrichmentId }) => enrichmentId)).toEqual(ids)
        expect(item.evaluations.map(({ satisfied }) => satisfied)).not.toContain('no')
      }
      expect(new Set(items.map(({ properties }) => properties.url)).size).toBe(items.length)
      if (webset.status === 'idle') this.rest(webset, items)
    },

    /** A webset that rests has nothing left to do. */
    rest(webset: Webset, items: readonly WebsetItem[]): void {
      expect(webset.status).toBe('idle')
      expect(webset.searches.filter(({ status }) => rank[status] < 2)).toEqual([])
      expect(webset.enrichments.filter(({ status }) => status === 'pending')).toEqual([])
      for (const { enrichments } of items)
        expect(enrichments?.filter(({ status }) => status === 'pending')).toEqual([])
    },

    /** Of everything that happened, from the beginning to the end. */
    history(events: readonly WebsetEvent[], starts: number, asksAnew = false): void {
      expect(events[0]?.type).toBe('webset.created')
      const ended = new Set<string>()
      const begun = new Set<string>()
      const items = new Set<string>()
      const enriched = new Set<string>()
      for (const { type, data } of events) {
        const id = String(data.id)
        if (type === 'webset.search.created') expect(begun.has(id)).toBe(false)
        if (type.startsWith('webset.search.')) {
          expect(ended.has(id), `${type} of a search that has ended`).toBe(false)
          begun.add(id)
          if (type.endsWith('ed') && type !== 'webset.search.created' && type !== 'webset.search.updated')
            ended.add(id)
        }
        if (type === 'webset.item.created') {
          expect(items.has(id)).toBe(false)
          items.add(id)
        }
        if (type === 'webset.item.enriched') {
          expect(items.has(id)).toBe(true)
          const state = JSON.stringify([id, data.enrichments])
          if (!asksAnew) expect(enriched.has(state), 'the same result twice').toBe(false)
          enriched.add(state)
        }
        if (type === 'webset.idle') {
          const { searches } = data as Webset
          expect(searches.filter(({ status }) => rank[status] < 2)).toEqual([])
          for (const { id: searchId } of searches) expect(ended.has(searchId)).toBe(true)
        }
      }
      const settled = events.filter(({ type }) => type === 'webset.idle' || type === 'webset.deleted')
      expect(settled.length).toBeLessThanOrEqual(starts + 1)
      if (begun.size > 0) expect(['webset.idle', 'webset.deleted']).toContain(events.at(-1)?.type)
      for (const [id, status] of statuses)
        if (rank[status] === 2)
          expect(ended.has(id), `search ${id} is ${status}, and nothing says so`).toBe(true)
    },
  }
}
