export * from './agent/v1/exa_fetch_pb.ts'
export * from './agent/v1/exa_search_pb.ts'
export * from './agent/v1/exa_tool_service_pb.ts'
export { descriptorSet } from './descriptor-set.ts'
