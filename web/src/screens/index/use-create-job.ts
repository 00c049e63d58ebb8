import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createJob } from '../../api/ingest.ts'

/** Makes an ingest job, and shows it in the list at once. */
export function useCreateJob<Given>(toRequest: (given: Given) => object | Promise<object>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (given: Given) => createJob(await toRequest(given)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ingest'] }),
  })
}
